import { assertEquals } from "../../../toolkit/deps/assert.ts";
import type { Client } from "../../../toolkit/mod.ts";
import { CycleState } from "../framework/mod.ts";
import { type LivePod, pendingPodOf } from "../pod/pod_info.ts";
import { defaultBinder } from "./default_binder.ts";

const pod = pendingPodOf({
  metadata: { namespace: "n", name: "p", uid: "u", resourceVersion: "1" },
  spec: { containers: [] },
} as unknown as LivePod);

const refusal = (status: number) =>
  Promise.resolve(new Response(JSON.stringify({ message: "no" }), { status }));

const cases: Readonly<
  Record<string, {
    readonly answer: () => Promise<Response>;
    /** The node that the server has the pod on; null: it can't be asked. */
    readonly on?: string | null;
    readonly said: string | undefined;
  }>
> = {
  "the server has done it": {
    answer: () => Promise.resolve(new Response("{}", { status: 201 })),
    said: undefined,
  },
  "the server refuses": {
    answer: () => refusal(404),
    said: "no",
  },
  "an earlier try did it": { answer: () => refusal(409), on: "a", said: undefined },
  "somebody else was faster": {
    answer: () => refusal(409),
    on: "b",
    said: "no",
  },
  "no answer came, and it was done": {
    answer: () => Promise.reject(new Error("cut off")),
    on: "a",
    said: undefined,
  },
  "no answer came, and it was not done": {
    answer: () => Promise.reject(new Error("cut off")),
    on: "",
    said: "cut off",
  },
  "nobody can be asked": {
    answer: () => Promise.reject(new Error("cut off")),
    on: null,
    said: "cut off",
  },
};

for (const [name, { answer, on, said }] of Object.entries(cases)) {
  Deno.test(`DefaultBinder answers when ${name}`, async () => {
    const client = {
      fetch: answer,
      find: () =>
        on === null
          ? Promise.reject(new Error("cut off"))
          : Promise.resolve({ metadata: { uid: "u" }, spec: { nodeName: on } }),
    } as unknown as Client;
    const { signal } = new AbortController();
    const status = await defaultBinder({ client }).bind!(new CycleState(), pod, "a", signal);
    assertEquals(status?.reasons.join(), said);
  });
}
