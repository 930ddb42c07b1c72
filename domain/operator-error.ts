/**
 * Something that whoever runs the server has to put right: a setting, an address, a folder in use. Its
 * sentence is all they need; it is shown without a stack.
 */
export class OperatorError extends Error {}
