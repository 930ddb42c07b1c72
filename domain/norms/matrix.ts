/**
 * Inverse of a symmetric positive definite matrix of `size` rows, by its Cholesky factor. A row without information, whose
 * pivot is not above 0, gets a pivot of 1 instead of failing.
 */
export function inverse(matrix: Float64Array, size: number): Float64Array {
  const lower = inverseOfFactor(choleskyFactor(matrix, size), size);
  const result = new Float64Array(size * size);
  for (let row = 0; row < size; row += 1) {
    for (let column = 0; column <= row; column += 1) {
      let sum = 0;
      for (let k = row; k < size; k += 1) sum += lower[k * size + row]! * lower[k * size + column]!;
      result[row * size + column] = sum;
      result[column * size + row] = sum;
    }
  }
  return result;
}

function choleskyFactor(matrix: Float64Array, size: number): Float64Array {
  const factor = new Float64Array(size * size);
  for (let row = 0; row < size; row += 1) {
    for (let column = 0; column <= row; column += 1) {
      let sum = matrix[row * size + column]!;
      for (let k = 0; k < column; k += 1) sum -= factor[row * size + k]! * factor[column * size + k]!;
      if (row === column) factor[row * size + row] = sum > 0 ? Math.sqrt(sum) : 1;
      else factor[row * size + column] = sum / factor[column * size + column]!;
    }
  }
  return factor;
}

function inverseOfFactor(factor: Float64Array, size: number): Float64Array {
  const result = new Float64Array(size * size);
  for (let column = 0; column < size; column += 1) {
    result[column * size + column] = 1 / factor[column * size + column]!;
    for (let row = column + 1; row < size; row += 1) {
      let sum = 0;
      for (let k = column; k < row; k += 1) sum -= factor[row * size + k]! * result[k * size + column]!;
      result[row * size + column] = sum / factor[row * size + row]!;
    }
  }
  return result;
}
