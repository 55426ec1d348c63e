/**
 * Listening on all addresses of the machine.
 *
 * @module
 */

/** What a system says that knows no IPv6. */
const NO_IPV6: ReadonlySet<string> = new Set(["EAFNOSUPPORT", "EADDRNOTAVAIL", "EINVAL"]);

/** Binds all addresses: one socket takes both families, where the machine has both. Throws as `bind` does. */
export async function bindAny<T>(bind: (hostname: string) => T | Promise<T>): Promise<T> {
  try {
    return await bind("::");
  } catch (error) {
    if (!NO_IPV6.has(codeOf(error))) throw error;
    return await bind("0.0.0.0");
  }
}

/** The system's code for an error, or for what led to it. */
function codeOf(error: unknown): string {
  const { code, cause } = error as { code?: unknown; cause?: unknown };
  return typeof code === "string" ? code : cause === undefined ? "" : codeOf(cause);
}
