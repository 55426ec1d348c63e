/**
 * The servers of an etcd cluster, as `--store-servers` names them.
 *
 * @module
 */

import { StoreError } from "../errors.ts";

/** Where a server is. */
export interface Member {
  /** A name or an address, without brackets. */
  readonly host: string;
  readonly port: number;
  readonly secure: boolean;
}

/** `host:port`, as people write it. */
export function memberName({ host, port }: Member): string {
  return `${host.includes(":") ? `[${host}]` : host}:${port}`;
}

const DEFAULT_PORT = 2379;

/** Parses `etcd://host:port`, or `etcds://` with encryption; throws, quoting what is wrong. */
export function parseMembers(urls: readonly string[]): Member[] {
  return urls.map((text) => {
    const shown = JSON.stringify(text.replace(/\/\/[^/]*@/, "//"));
    const fail = (why: string) => new StoreError(`store server ${shown} ${why}`);
    const scheme = /^(etcds?):\/\//i.exec(text)?.[1]?.toLowerCase();
    if (scheme === undefined) throw fail("must begin with etcd:// or etcds://");
    let url: URL;
    try {
      // Only schemes of the web are taken apart into host and port.
      url = new URL(`http://${text.slice(scheme.length + 3)}`);
    } catch {
      throw fail("has no valid host and port");
    }
    if (url.username !== "" || url.password !== "") {
      throw fail(
        "must not contain a user; etcd authenticates by client certificate (--store-certfile)",
      );
    }
    if (url.pathname !== "/" || url.search !== "" || url.hash !== "") {
      throw fail("must end after its port");
    }
    // A port of 80 is the default of the scheme that stood in, and gets lost.
    const port = url.port !== "" ? Number(url.port) : /:80\/?$/.test(text) ? 80 : DEFAULT_PORT;
    const host = url.hostname.replace(/^\[(.*)\]$/, "$1");
    return { host, port, secure: scheme === "etcds" };
  });
}
