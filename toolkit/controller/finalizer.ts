/**
 * One's own entry among the finalizers of an object. Those of others are never touched.
 *
 * @module
 */

import type { ServerClient } from "../client/server_client.ts";
import { isConflict, isInvalid, isNotFound } from "../errors/mod.ts";
import { finalizerManagerOf } from "./environment.ts";
import type { AnyKind, AnyObject, Kind, KubeObject } from "../kinds/mod.ts";

/** Sets and takes off one finalizer. */
export class Finalizer {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }

  isOn(object: KubeObject): boolean {
    return object.metadata?.finalizers?.includes(this.name) ?? false;
  }

  /** Sets it on this very object; settles with the object as it is then. */
  async set(client: ServerClient, kind: AnyKind, object: KubeObject): Promise<KubeObject> {
    const { name = "", namespace, uid } = object.metadata ?? {};
    // Of another uid it would be a conflict: an apply alone would bring a deleted object back.
    const metadata = { name, ...(namespace && { namespace }), uid, finalizers: [this.name] };
    return await client.apply(kind as Kind<AnyObject>, { metadata } as never, {
      fieldManager: finalizerManagerOf(this.name),
      force: true,
    });
  }

  /** Takes it off; nothing where the object is gone. */
  async takeOff(client: ServerClient, kind: AnyKind, object: KubeObject): Promise<void> {
    let current: KubeObject | undefined = object;
    for (let attempt = 1; current !== undefined; attempt++) {
      const { uid, finalizers = [] } = current.metadata ?? {};
      const at = finalizers.indexOf(this.name);
      if (uid !== object.metadata?.uid || at < 0) return;
      try {
        await client.patch(kind as Kind<AnyObject>, current as never, [
          { op: "test", path: "/metadata/uid", value: uid },
          { op: "test", path: `/metadata/finalizers/${at}`, value: this.name },
          { op: "remove", path: `/metadata/finalizers/${at}` },
        ]);
        return;
      } catch (error) {
        if (isNotFound(error)) return;
        // Others changed the list meanwhile: what was tested is not so.
        if (attempt >= ATTEMPTS || !isConflict(error) && !isInvalid(error)) throw error;
      }
      current = await client.find(kind as Kind<AnyObject>, current as never);
    }
  }
}

const ATTEMPTS = 5;
