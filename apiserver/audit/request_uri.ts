/**
 * The address of a request as it is recorded.
 *
 * @module
 */

/** Parameters of a query whose values are credentials. */
const SECRET = /^(?:access_?token|id_?token|bearer_?token|refresh_?token|token|password)$/i;

/** Path and query as they were sent, with what stands for the values of tokens and passwords. */
export function requestUri(path: string, query: string): string {
  if (query === "") return path;
  const isSuspicious = /token|password|%/i.test(query);
  return `${path}?${isSuspicious ? withoutSecrets(query) : query}`;
}

function withoutSecrets(query: string): string {
  return query.replace(/(^|[&;])([^=&;]*)=([^&;]*)/g, (whole, before, name) => {
    return SECRET.test(decoded(name)) ? `${before}${name}=REDACTED` : whole;
  });
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
