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
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const message = error instanceof Error ? error.message : String(error);
  const words = message.includes(NO_TLS) ? NO_TLS_IN_WORDS : IN_WORDS.get(code) ?? message;
  return new TransportError(words, { cause: error });
}

/** What the runtime says of a first answer that is no TLS: that of a server without it. */
const NO_TLS = "InvalidContentType";
const NO_TLS_IN_WORDS = "the server does not speak TLS: its address is perhaps an http one";

/** The system's codes for what goes wrong most often, in the words that other programs have for it. */
const IN_WORDS: ReadonlyMap<string, string> = new Map([
  ["ECONNREFUSED", "connection refused"],
  ["ECONNRESET", "connection reset by peer"],
  ["EHOSTUNREACH", "no route to host"],
  ["ENETUNREACH", "network is unreachable"],
  ["ENOTFOUND", "no such host"],
  ["EAI_AGAIN", "the name server does not answer"],
  ["ETIMEDOUT", "connection timed out"],
]);
