/** Stands for ids that differ each time. Tests send the last one that was answered in its place. */
export const exampleId = '6f1ab9c2-3d47-4c58-9a06-2b7e85d0f314';
