/**
 * A connection to one etcd member.
 *
 * @module
 */

import type { Clock } from "../../../toolkit/clock.ts";
import { GrpcConnection } from "../../../toolkit/grpc/mod.ts";
import { dial, type Endpoint, type Proxy } from "../../../toolkit/transport/mod.ts";
import type { StoreTls } from "../options.ts";
import { type Member, memberName } from "./servers.ts";

/** The largest message that is taken from a server, unless told otherwise. Pages of a range mostly stay far below. */
const MESSAGE_LIMIT_BYTES = 256 * 1024 * 1024;

/** How members are reached. */
export interface ConnectionOptions {
  readonly tls?: StoreTls | undefined;
  readonly proxy?: Proxy | undefined;
  readonly clock: Clock;
  /** The largest message that is taken from a server. Default 256 MiB. */
  readonly messageLimitBytes?: number | undefined;
}

/** A gRPC connection to one etcd member. */
export class Connection extends GrpcConnection {
  readonly member: Member;

  constructor(member: Member, options: ConnectionOptions) {
    const { tls, proxy, clock, messageLimitBytes = MESSAGE_LIMIT_BYTES } = options;
    const { host, port, secure } = member;
    const identity = tls?.cert === undefined || tls.key === undefined
      ? undefined
      : { certificate: tls.cert, key: tls.key };
    const endpoint: Endpoint = {
      host,
      port,
      protocols: ["h2"],
      proxy,
      ...(secure && { tls: { serverName: host, roots: tls?.ca } }),
    };
    const name = memberName(member);
    super({
      name,
      authority: `${secure ? "https" : "http"}://${name}`,
      dial: async (signal) => (await dial(endpoint, { identity, clock, signal })).socket,
      // A member that is cut off from the others says so instead of waiting.
      headers: { hasleader: "true" },
      messageLimitBytes,
    }, clock);
    this.member = member;
  }
}
