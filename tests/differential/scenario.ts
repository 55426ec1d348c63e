/**
 * What is sent to both servers: sequences of requests, declared by area.
 *
 * @module
 */

import type { Kinds } from "./kinds.ts";
import type { Session } from "./session.ts";

/** A sequence of requests, which both servers are sent alike. */
export interface Scenario {
  /** Names it within its area; part of each request's name in reports. */
  readonly name: string;
  /** Runs alone where it changes what others see: definitions, policies. Default false. */
  readonly alone?: boolean;
  /** Sends the requests; is run once for each server, and decides by that server's own answers. */
  readonly run: (session: Session) => Promise<void>;
}

/** What scenarios are generated from. */
export interface Sources {
  /** Kinds that both servers serve, with objects of them. */
  readonly kinds: Kinds;
  /** From 0 up to 1; follows from the seed. */
  readonly random: () => number;
}

/** A field of the API, or of the protocol: one file each. */
export interface Area {
  readonly name: string;
  readonly scenarios: (sources: Sources) => Iterable<Scenario>;
}
