/** A server that could not be reached, is not who it should be, or does not answer as HTTP has it. */
export class TransportError extends Error {
  override readonly name = "TransportError";
}

/** A connection that ended before anything of an answer came: the request may be sent again. */
export class ConnectionLost extends TransportError {
  /** True where the server says itself that it did nothing about the request. */
  readonly refused: boolean;

  constructor(message: string, options: ErrorOptions & { readonly refused?: boolean } = {}) {
    super(message, options);
    this.refused = options.refused ?? false;
  }
}

/** What was caught, as a {@link TransportError}. */
export function transportError(error: unknown): TransportError {
  if (error instanceof TransportError) return error;
  return new TransportError(error instanceof Error ? error.message : String(error), {
    cause: error,
  });
}
