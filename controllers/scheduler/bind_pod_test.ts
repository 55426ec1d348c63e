import { FakeClock } from "../../toolkit/clock.ts";
import { assertEquals } from "../../toolkit/deps/assert.ts";
import type { Client } from "../../toolkit/mod.ts";
import { bindPod } from "./bind_pod.ts";
import { CycleState, type Profile } from "./framework/mod.ts";
import type { NodeExtender } from "./framework/node_extender.ts";
import type { WaitingPods } from "./framework/waiting_pods.ts";
import { type LivePod, pendingPodOf } from "./pod/pod_info.ts";

const pod = pendingPodOf({
  metadata: { namespace: "n", name: "p", uid: "p", resourceVersion: "1" },
  spec: { containers: [] },
} as unknown as LivePod);

/** Who is asked to bind, and what comes of it; extenders that answer so come before the plugins. */
async function bound(...answers: readonly (() => Promise<boolean>)[]) {
  const asked: string[] = [];
  const extenders = answers.map((answer, at) => ({
    name: `extender ${at}`,
    binds: true,
    isInterested: () => true,
    bind: () => {
      asked.push(`extender ${at}`);
      return answer();
    },
  }));
  const profile = {
    needsPreBind: () => false,
    preBind: () => Promise.resolve(undefined),
    bind: () => {
      asked.push("plugins");
      return Promise.resolve(undefined);
    },
    postBind: () => asked.push("told"),
  };
  const rejection = await bindPod(new CycleState(), pod, "a", Promise.resolve(undefined), false, {
    client: undefined as unknown as Client,
    clock: new FakeClock(),
    profile: profile as unknown as Profile,
    extenders: extenders as unknown as NodeExtender[],
    waiting: undefined as unknown as WaitingPods,
    signal: new AbortController().signal,
    decided() {},
    untold() {},
  });
  return [...asked, ...rejection?.status.reasons ?? []];
}

Deno.test("bindPod() leaves a pod to plugins where the extender that would bind it is to be ignored", async () => {
  assertEquals(await bound(), ["plugins", "told"]);
  assertEquals(await bound(() => Promise.resolve(true)), ["extender 0", "told"]);
  assertEquals(await bound(() => Promise.resolve(false)), ["extender 0", "plugins", "told"]);
  assertEquals(await bound(() => Promise.reject(new Error("taken"))), ["extender 0", "taken"]);
});
