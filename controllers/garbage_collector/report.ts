/**
 * Telling of references to owners in other namespaces.
 *
 * @module
 */

import type { Clock } from "../../toolkit/clock.ts";
import type { Logger } from "../../toolkit/logger.ts";
import { type Client, coreV1, printTime, timeOfMs } from "../../toolkit/mod.ts";
import type { Node, OwnerReference } from "./node.ts";
import { Recent } from "./recent.ts";

const COMPONENT = "garbage-collector-controller";
/** References of which it is known that they were told of. */
const TOLD_LIMIT = 4096;

/** Writes an event about each wrong reference, once. */
export class Reports {
  readonly #client: Client;
  readonly #clock: Clock;
  readonly #logger: Logger;
  readonly #told = new Recent(TOLD_LIMIT);
  readonly #writing = new Set<Promise<void>>();
  #order = 0;

  constructor(options: { client: Client; clock: Clock; logger: Logger }) {
    this.#client = options.client;
    this.#clock = options.clock;
    this.#logger = options.logger;
  }

  /** Tells of one; nobody has to wait for it. */
  otherNamespace({ identity }: Node, { apiVersion, kind, name, uid }: OwnerReference): void {
    const id = `${identity.uid}|${uid}`;
    if (this.#told.has(id)) return;
    this.#told.add(id);
    const { namespace } = identity;
    const message = `ownerRef [${apiVersion}/${kind}, namespace: ${namespace}, name: ${name}, ` +
      `uid: ${uid}] does not exist in namespace ${JSON.stringify(namespace)}`;
    const now = this.#clock.now();
    const time = printTime(timeOfMs(now));
    const suffix = `${now.toString(16)}${(this.#order++).toString(16)}`;
    const writing: Promise<void> = this.#client.create(coreV1.Event, {
      metadata: {
        namespace: namespace || "default",
        name: `${identity.name.slice(0, NAME_CHARACTERS)}.${suffix}`,
      },
      type: "Warning",
      reason: "OwnerRefInvalidNamespace",
      message,
      source: { component: COMPONENT },
      reportingComponent: COMPONENT,
      involvedObject: {
        apiVersion: identity.apiVersion,
        kind: identity.kind,
        name: identity.name,
        uid: identity.uid,
        ...(namespace !== "" && { namespace }),
      },
      count: 1,
      firstTimestamp: time,
      lastTimestamp: time,
    }).then(
      () => {},
      (error) => this.#logger.v(2).info("An event is not taken", { error: String(error) }),
    ).finally(() => this.#writing.delete(writing));
    this.#writing.add(writing);
  }

  /** Settles when all are written, or are not. */
  async written(): Promise<void> {
    await Promise.all(this.#writing);
  }
}

/** Names of events have to stay names with what is behind the object's own. */
const NAME_CHARACTERS = 220;
