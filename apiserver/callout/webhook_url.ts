/**
 * The paths that webhooks are asked at: cleaned, and encoded anew, as the reference's client does.
 *
 * @module
 */

/** The parts of a webhook's URL that count. */
export interface WebhookUrl {
  /** A name or an address, without brackets. */
  readonly host: string;
  readonly port: number | undefined;
  /** Host and port as they were written: what the `Host` header says. */
  readonly authority: string;
  /** Cleaned and percent-encoded. */
  readonly path: string;
}

/** Takes a URL apart; its query, fragment and user are left out. Throws for what is none of https. */
export function parseWebhookUrl(text: string): WebhookUrl {
  const [, authority = "", path = ""] = /^https:\/\/(?:[^/?#]*@)?([^/?#@]+)([^?#]*)/i.exec(text) ??
    [];
  const url = URL.parse(text);
  if (url === null || url.protocol !== "https:" || authority === "") {
    throw new Error(`${JSON.stringify(text)} is not an https URL`);
  }
  return {
    host: url.hostname.replace(/^\[(.*)\]$/, "$1"),
    port: url.port === "" ? undefined : Number(url.port),
    authority,
    path: encodePath(cleanPath(decodePath(path))),
  };
}

/** A path as an object has it, which is not encoded: cleaned and percent-encoded. */
export function servicePath(path: string): string {
  return encodePath(cleanPath(new TextEncoder().encode(path)));
}

/** A decoded path as it is, percent-encoded anew: with no escape that may be read in two ways. */
export function encodedPath(path: string): string {
  return encodePath(bytesToText(new TextEncoder().encode(path)));
}

/** The bytes that a percent-encoded path stands for. */
function decodePath(path: string): Uint8Array {
  const wrong = /%(?![0-9a-fA-F]{2})/.exec(path);
  if (wrong !== null) {
    throw new Error(
      `invalid URL escape ${JSON.stringify(path.slice(wrong.index, wrong.index + 3))}`,
    );
  }
  const bytes: number[] = [];
  for (const [whole, hex] of path.matchAll(/%([0-9a-fA-F]{2})|[^%]+/g)) {
    if (hex !== undefined) bytes.push(Number.parseInt(hex, 16));
    else for (const byte of new TextEncoder().encode(whole)) bytes.push(byte);
  }
  return Uint8Array.from(bytes);
}

/** The shortest path that means the same, without a slash at its end. One character a byte. */
function cleanPath(path: Uint8Array): string {
  const kept: string[] = [];
  for (const segment of bytesToText(path).split("/")) {
    if (segment === "..") kept.pop();
    else if (segment !== "" && segment !== ".") kept.push(segment);
  }
  return `/${kept.join("/")}`;
}

function bytesToText(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return text;
}

/** Everything but what a path may have as it is becomes `%XX`. */
function encodePath(path: string): string {
  return path.replaceAll(
    /[^A-Za-z0-9\-_.~$&+,/:;=@]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`,
  );
}
