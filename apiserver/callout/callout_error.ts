/** That it can't be said where a server is that an object names. */
export class CalloutError extends Error {
  override readonly name = "CalloutError";
}
