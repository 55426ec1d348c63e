import { assertEquals, assertThrows } from "../../../toolkit/deps/assert.ts";
import type { coreV1 } from "../../../toolkit/mod.ts";
import { advance, beginToStop, cpuSeconds } from "./advance.ts";
import { BehaviourError, behaviourOf } from "./behaviour.ts";
import {
  containers,
  hooked,
  inits,
  moved,
  names,
  podOf,
  type PodOptions,
  START,
  told,
  USUAL,
} from "./moved_pods.ts";
import { newRun, type PodRun, resumedRun } from "./pod_run.ts";
import { phaseOf, statusPatch } from "./pod_status.ts";

const CASES: readonly (readonly [
  name: string,
  options: PodOptions,
  times: Readonly<Record<number, string>>,
])[] = [
  ["all at once", {}, { 0: "Running c:running!" }],
  ["start and readiness take their time", {
    says: { "start-after": "2s", "ready-after": "3s" },
  }, {
    0: "Pending c:ContainerCreating",
    2: "Running c:running",
    5: "Running c:running!",
  }],
  ["a hook sleeps after the start", { says: { "ready-after": "3s" }, ...hooked("postStart", 4) }, {
    6: "Running c:running",
    7: "Running c:running!",
  }],
  ["a sidecar has started when its hook has slept", {
    spec: {
      initContainers: [{ ...inits[1]!, lifecycle: { postStart: { sleep: { seconds: 4 } } } }],
    },
  }, {
    3: "Pending s:running c:PodInitializing",
    4: "Running s:running! c:running!",
  }],
  ["init containers one after the other, sidecars stay", {
    says: { "start-after": "1s", "run-for": "i=10s" },
    spec: { initContainers: inits },
  }, {
    0: "Pending i:PodInitializing s:PodInitializing c:PodInitializing",
    1: "Pending i:running s:PodInitializing c:PodInitializing",
    11: "Pending i:Completed(0)! s:PodInitializing c:PodInitializing",
    12: "Pending i:Completed(0)! s:running! c:PodInitializing",
    13: "Running i:Completed(0)! s:running! c:running!",
  }],
  ["back-off doubles, up to five minutes", { says: { "run-for": "1s", "exit-code": "2" } }, {
    0: "Running c:running!",
    1: "Running c:running!+1",
    2: "Running c:CrashLoopBackOff+1",
    11: "Running c:CrashLoopBackOff+1",
    12: "Running c:running!+2",
    13: "Running c:CrashLoopBackOff+2",
    33: "Running c:running!+3",
    34: "Running c:CrashLoopBackOff+3",
    74: "Running c:running!+4",
    100000: "Running c:CrashLoopBackOff+337",
  }],
  ["a good run is forgiven", { says: { "run-for": "601s", "exit-code": "2" } }, {
    601: "Running c:running!+1",
    1202: "Running c:running!+2",
    1803: "Running c:running!+3",
  }],
  ["OnFailure starts again what fails, until it does not", {
    says: { "run-for": "1s", "exit-code": "1", failures: "2" },
    spec: { restartPolicy: "OnFailure" },
  }, {
    1: "Running c:running!+1",
    2: "Running c:CrashLoopBackOff+1",
    12: "Running c:running!+2",
    13: "Succeeded c:Completed(0)+2",
  }],
  ["Never fails", {
    says: { "run-for": "1s", "exit-code": "a=4" },
    spec: { restartPolicy: "Never", containers: containers("a", "b") },
  }, { 1: "Failed a:Error(4) b:Completed(0)" }],
  ["Never goes on while one runs", {
    says: { "run-for": "a=1s,b=2s", "exit-code": "a=4" },
    spec: { restartPolicy: "Never", containers: containers("a", "b") },
  }, { 1: "Running a:Error(4) b:running!", 2: "Failed a:Error(4) b:Completed(0)" }],
  ["an init container that fails for good", {
    says: { "exit-code": "i=9" },
    spec: { restartPolicy: "Never", initContainers: inits },
  }, { 0: "Failed i:Error(9) s:PodInitializing c:PodInitializing" }],
  ["an init container that fails is started again", {
    says: { "exit-code": "i=9", failures: "i=1" },
    spec: { initContainers: inits },
  }, { 0: "Running i:Completed(0)!+1 s:running! c:running!" }],
  ["a container's own policy counts", {
    says: { "run-for": "1s", "exit-code": "42" },
    spec: {
      restartPolicy: "Never",
      containers: [{
        name: "c",
        image: "i",
        restartPolicy: "Never",
        restartPolicyRules: [{ action: "Restart", exitCodes: { operator: "In", values: [42] } }],
      }],
    },
  }, { 1: "Running c:running!+1" }],
  ["an init container that has done its work is done, whatever its rules say", {
    spec: {
      initContainers: [{
        name: "i",
        image: "i",
        restartPolicy: "Never",
        restartPolicyRules: [{ action: "Restart", exitCodes: { operator: "In", values: [0] } }],
      }],
    },
  }, { 1: "Running i:Completed(0)! c:running!" }],
  ["sidecars end once the others have, and do not decide how", {
    says: { "run-for": "c=5s", "stop-after": "2s" },
    spec: {
      restartPolicy: "Never",
      initContainers: [
        { name: "s1", image: "i", restartPolicy: "Always" },
        { name: "s2", image: "i", restartPolicy: "Always" },
      ],
    },
  }, {
    5: "Running s1:running! s2:running! c:Completed(0)",
    7: "Running s1:running! s2:Completed(0) c:Completed(0)",
    9: "Succeeded s1:Completed(0) s2:Completed(0) c:Completed(0)",
  }],
  ["pods of jobs end", { owner: "Job", spec: { restartPolicy: "Never" } }, {
    0: "Running c:running!",
    1: "Succeeded c:Completed(0)",
  }],
  ["a command tells how long, and how it ends", {
    owner: "Job",
    spec: {
      restartPolicy: "Never",
      containers: [{ name: "c", image: "i", command: ["sh", "-c", "sleep 5; exit 3"] }],
    },
  }, { 4: "Running c:running!", 5: "Failed c:Error(3)" }],
  ["a command that goes on, in an init container and in a job", {
    owner: "Job",
    spec: {
      initContainers: [{ name: "i", image: "i", command: ["sleep", "9"] }],
      containers: [{ name: "c", image: "pause" }],
    },
  }, { 8: "Pending i:running c:PodInitializing", 9000: "Running i:Completed(0)! c:running!" }],
  ["annotations come before a command", {
    says: { "run-for": "2s", "exit-code": "4" },
    spec: {
      restartPolicy: "Never",
      containers: [{ name: "c", image: "i", command: ["sleep", "9"] }],
    },
  }, { 1: "Running c:running!", 2: "Failed c:Error(4)" }],
  ["a command that is said to fail does not go on for ever", {
    owner: "Job",
    says: { "exit-code": "4" },
    spec: {
      restartPolicy: "Never",
      containers: [{ name: "c", image: "i", command: ["sleep", "9"] }],
    },
  }, { 0: "Running c:running!", 1: "Failed c:Error(4)" }],
  ["the index of a job decides", {
    owner: "Job",
    annotations: { [names.annotationCompletionIndex]: "3" },
    says: { "exit-code": "0, #2-4=7, #5=8", "run-for": "#3=2s,9s" },
    spec: { restartPolicy: "Never" },
  }, { 1: "Running c:running!", 2: "Failed c:Error(7)" }],
  ["out of memory", {
    says: { "out-of-memory-after": "3s" },
    spec: { restartPolicy: "Never" },
  }, { 3: "Failed c:OOMKilled(137)" }],
  ["an image that can't be pulled twice", { says: { "pull-failures": "2" } }, {
    0: "Pending c:ErrImagePull",
    1: "Pending c:ImagePullBackOff",
    10: "Pending c:ErrImagePull",
    11: "Pending c:ImagePullBackOff",
    30: "Running c:running!",
  }],
  ["an image that never can", { says: { "pull-failures": "always" } }, {
    100000: "Pending c:ImagePullBackOff",
  }],
  ["never started", { says: { never: "started" } }, { 1000: "Pending c:ContainerCreating" }],
  ["never ready", { says: { never: "ready" } }, { 1000: "Running c:running" }],
  ["only so long", {
    says: { "stop-after": "2s" },
    spec: { activeDeadlineSeconds: 10 },
  }, { 11: "Running c:running!", 12: "Failed c:Completed(0)" }],
];

for (const [name, options, times] of CASES) {
  Deno.test(`advance(): ${name}`, () => {
    const pod = podOf(options);
    const run = newRun(pod, START);
    run.ip = "10.0.0.1";
    const seen: Record<number, string> = {};
    for (const seconds of Object.keys(times).map(Number)) {
      moved(run, pod, seconds);
      seen[seconds] = told(run, pod, seconds);
    }
    assertEquals(seen, times);
    // Whoever looks at it only once, at the end, sees the same.
    const last = Math.max(...Object.keys(times).map(Number));
    const late = newRun(pod, START);
    moved(late, pod, last);
    assertEquals(told(late, pod, last), times[last]);
    // And whoever takes it over goes on with what there is.
    const status = statusPatch(pod, run, "127.0.0.1", START + last * 1000)!;
    const taken = { ...pod, status } as coreV1.Pod;
    const resumed = resumedRun(taken, START + last * 1000);
    moved(resumed, taken, last);
    const changed = statusPatch(taken, resumed, "127.0.0.1", START + last * 1000);
    if (!/PullBackOff/.test(times[last]!)) assertEquals(changed, undefined);
  });
}

Deno.test("advance() tells when something happens next", () => {
  const pod = podOf({ says: { "start-after": "2s", "ready-after": "500ms", "run-for": "1h" } });
  const run = newRun(pod, START);
  const next = [0, 2, 2.5, 3602].map((seconds) => moved(run, pod, seconds) - START);
  assertEquals(next, [2000, 2500, 3_602_000, 3_602_500]);
});

const DELETIONS: readonly (readonly [
  name: string,
  options: PodOptions,
  graceSeconds: number,
  times: Readonly<Record<number, string>>,
])[] = [
  ["ends at once", {}, 30, { 10: "Succeeded c:Completed(0)" }],
  ["takes its time", { says: { "stop-after": "5s" } }, 30, {
    10: "Running c:running!",
    15: "Succeeded c:Completed(0)",
  }],
  ["is killed when its time is over", { says: { "stop-after": "1h" } }, 3, {
    12: "Running c:running!",
    13: "Failed c:Error(137)",
  }],
  ["sleeps first", { says: { "stop-after": "2s" }, ...hooked("preStop", 5) }, 30, {
    16: "Running c:running!",
    17: "Succeeded c:Completed(0)",
  }],
  ["sleeps longer than it has", { says: { "stop-after": "1s" }, ...hooked("preStop", 9) }, 3, {
    13: "Running c:running!",
    14: "Succeeded c:Completed(0)",
  }],
  ["heeds nothing after its sleep", { says: { "stop-after": "1h" }, ...hooked("preStop", 9) }, 3, {
    14: "Running c:running!",
    15: "Failed c:Error(137)",
  }],
  ["would sleep, and has no time", hooked("preStop", 9), 0, { 10: "Succeeded c:Completed(0)" }],
  ["has little time, and two seconds all the same", { says: { "stop-after": "2s" } }, 1, {
    11: "Running c:running!",
    12: "Succeeded c:Completed(0)",
  }],
  ["has no time, and heeds nothing", { says: { "stop-after": "1h" } }, 0, {
    11: "Running c:running!",
    12: "Failed c:Error(137)",
  }],
  [
    "has a sidecar whose hook sleeps while the others end",
    {
      says: { "stop-after": "c=5s" },
      spec: {
        initContainers: [{ ...inits[1]!, lifecycle: { preStop: { sleep: { seconds: 4 } } } }],
      },
    },
    30,
    {
      14: "Running s:running! c:running!",
      15: "Succeeded s:Completed(0) c:Completed(0)",
    },
  ],
  [
    "has sidecars that have two seconds when the others have taken all of the time",
    {
      says: { "stop-after": "c=1h,s=1s" },
      spec: { initContainers: [inits[1]!] },
    },
    3,
    {
      13: "Running s:running! c:Error(137)",
      14: "Failed s:Completed(0) c:Error(137)",
    },
  ],
  [
    "has a sidecar beside an init container that goes on",
    {
      says: { "run-for": "i=1h", "stop-after": "i=5s" },
      spec: { initContainers: inits.toReversed() },
    },
    30,
    {
      10: "Pending s:Completed(0) i:running c:PodInitializing",
      15: "Failed s:Completed(0) i:Completed(0)! c:PodInitializing",
    },
  ],
  ["does not end", { says: { never: "stopped" } }, 3, { 5000: "Running c:running!" }],
  ["had not begun", { says: { never: "started" } }, 3, {
    10: "Failed c:ContainerStatusUnknown(137)",
  }],
  ["ends in its rest", { says: { "run-for": "1s", "exit-code": "2" } }, 3, {
    10: "Failed c:Error(2)+1",
  }],
];

for (const [name, options, grace, times] of DELETIONS) {
  Deno.test(`beginToStop(): a pod that is deleted ${name}`, () => {
    const pod = podOf(options);
    const run = newRun(pod, START);
    run.ip = "10.0.0.1";
    moved(run, pod, 9.5);
    beginToStop(run, START + 10_000, START + (10 + grace) * 1000);
    const seen: Record<number, string> = {};
    for (const seconds of Object.keys(times).map(Number)) {
      moved(run, pod, seconds);
      seen[seconds] = told(run, pod, seconds);
    }
    assertEquals(seen, times);
  });
}

/** Pods that have begun to stop at 5 s before another process takes them over. */
const TAKEN_OVER: readonly (readonly [
  name: string,
  options: PodOptions,
  times: Readonly<Record<number, string>>,
])[] = [
  ["its containers have done their work, its sidecar goes on", {
    says: { "run-for": "c=5s", "stop-after": "s=9s" },
    spec: { restartPolicy: "Never", initContainers: [inits[1]!] },
  }, { 13: "Running s:running! c:Completed(0)", 14: "Succeeded s:Completed(0) c:Completed(0)" }],
  ["an init container has failed for good, a sidecar goes on", {
    says: { "run-for": "i=5s", "exit-code": "i=3", "stop-after": "s=9s" },
    spec: { restartPolicy: "Never", initContainers: inits.toReversed() },
  }, {
    13: "Pending s:running! i:Error(3) c:PodInitializing",
    14: "Failed s:Completed(0) i:Error(3) c:PodInitializing",
  }],
];

for (const [name, options, times] of TAKEN_OVER) {
  Deno.test(`resumedRun() goes on to stop a pod of which ${name}`, () => {
    const pod = podOf(options);
    const run = newRun(pod, START);
    run.ip = "10.0.0.1";
    moved(run, pod, 6);
    const now = START + 6000;
    const status = statusPatch(pod, run, "127.0.0.1", now)!;
    const resumed = resumedRun({ ...pod, status }, now);
    moved(resumed, pod, 6);
    const seen: Record<number, string> = {};
    for (const seconds of Object.keys(times).map(Number)) {
      moved(resumed, pod, seconds);
      seen[seconds] = told(resumed, pod, seconds);
    }
    assertEquals(seen, times);
  });
}

Deno.test("beginToStop() once more only shortens the time", () => {
  const pod = podOf({ says: { "stop-after": "1h" } });
  const run = newRun(pod, START);
  moved(run, pod, 0);
  beginToStop(run, START, START + 30_000);
  beginToStop(run, START, START + 90_000);
  assertEquals(moved(run, pod, 1), START + 30_000);
  beginToStop(run, START + 1000, START + 2000);
  moved(run, pod, 2);
  assertEquals(phaseOf(run), "Failed");
});

Deno.test("advance() heeds what a pod is told while it runs, from then on", () => {
  const pod = podOf({});
  const run = newRun(pod, START);
  moved(run, pod, 100);
  const other = podOf({
    says: { "run-for": "1s", "exit-code": "5" },
    spec: { restartPolicy: "Never" },
  });
  moved(run, other, 200);
  assertEquals(told(run, other, 200), "Failed c:Error(5)");
  const { state } = run.containers[0]!;
  assertEquals(state.type === "ended" && state.endedAt, START + 200_000);
});

/** Pods that are given an ephemeral container `d` after ten seconds. */
const LOOKED_AT: readonly (readonly [
  name: string,
  options: PodOptions,
  times: Readonly<Record<number, string>>,
])[] = [
  ["runs, and is not ready", {}, { 10: "Running c:running! d:running" }],
  ["starts after its time", { says: { "start-after": "3s" } }, {
    10: "Running c:running! d:ContainerCreating",
    13: "Running c:running! d:running",
  }],
  ["starts while others can't", { spec: { initContainers: inits }, says: { "run-for": "i=1h" } }, {
    10: "Pending i:running s:PodInitializing c:PodInitializing d:running",
  }],
  ["ends where it is named, and does not start again", {
    says: { "run-for": "d=5s", "exit-code": "d=3" },
  }, {
    10: "Running c:running! d:running",
    15: "Running c:running! d:Error(3)",
    500: "Running c:running! d:Error(3)",
  }],
  ["fails nothing, and outlives nothing", {
    says: { "run-for": "d=5s, c=20s", "exit-code": "d=3" },
    spec: { restartPolicy: "Never" },
  }, {
    15: "Running c:running! d:Error(3)",
    20: "Succeeded c:Completed(0) d:Error(3)",
  }],
  ["ends with its pod", { says: { "run-for": "20s" }, spec: { restartPolicy: "Never" } }, {
    20: "Succeeded c:Completed(0) d:Completed(0)",
  }],
  ["holds up no sidecar", {
    says: { "run-for": "c=20s", "stop-after": "d=10s" },
    spec: { restartPolicy: "Never", initContainers: [inits[1]!] },
  }, {
    20: "Running s:Completed(0) c:Completed(0) d:running",
    30: "Succeeded s:Completed(0) c:Completed(0) d:Completed(0)",
  }],
];

for (const [name, options, times] of LOOKED_AT) {
  Deno.test(`advance(): an ephemeral container ${name}`, () => {
    const pod = podOf(options);
    const run = newRun(pod, START);
    run.ip = "10.0.0.1";
    moved(run, pod, 0);
    moved(run, pod, 9.5);
    const ephemeralContainers = [{ name: "d", image: "i" }];
    const given = podOf({ ...options, spec: { ...options.spec, ephemeralContainers } });
    moved(run, given, 10);
    const seen: Record<number, string> = {};
    for (const seconds of Object.keys(times).map(Number)) {
      moved(run, given, seconds);
      seen[seconds] = told(run, given, seconds);
      // Another process takes over what there is by what was told.
      const status = statusPatch(given, run, "127.0.0.1", START + seconds * 1000)!;
      assertEquals(status.conditions?.filter(({ message }) => message?.includes("[d]")), []);
      const resumed = resumedRun({ ...given, status }, START + seconds * 1000);
      const states = (one: PodRun) => one.containers.map(({ state: { type } }) => type);
      assertEquals(states(resumed), states(run));
    }
    assertEquals(seen, times);
  });
}

Deno.test("cpuSeconds() counts what is in use, run by run", () => {
  const pod = podOf({ says: { cpu: "500m" } });
  const run = newRun(pod, START);
  moved(run, pod, 0);
  moved(run, pod, 10);
  const more = podOf({ says: { cpu: "2" } });
  moved(run, more, 20);
  assertEquals(cpuSeconds(run.containers[0]!, START + 30_000), 10 + 20);
});

const WRONG: readonly (readonly [says: Readonly<Record<string, string>>, message: string])[] = [
  [{ "run-for": "soon" }, "simulated.orch.io/run-for: "],
  [{ "run-for": "-5s" }, "must not be negative"],
  [{ "exit-code": "256" }, "must be a whole number from 0 to 255"],
  [{ "exit-code": "c#x=1" }, "names nobody"],
  [{ "exit-code": "=1" }, "names nobody"],
  [{ "exit-code": "1," }, "must be a whole number"],
  [{ never: "better" }, '"better" is none of started, ready, stopped'],
  [{ memory: "lots" }, "simulated.orch.io/memory: "],
  [{ cpu: "-1" }, "not negative"],
  [{ "run-for": "1s,".repeat(1000) + "1s" }, "over 1000"],
];

for (const [says, message] of WRONG) {
  Deno.test(`behaviourOf() refuses ${JSON.stringify(says).slice(0, 60)}`, () => {
    const error = assertThrows(() => behaviourOf(podOf({ says }), USUAL, names));
    assertEquals(error instanceof BehaviourError, true, String(error));
    assertEquals(error.message.includes(message), true, error.message);
  });
}

Deno.test("advance() makes up for ages in bounded time", () => {
  const pod = podOf({ says: { "run-for": "1s", "exit-code": "1" } });
  const run = newRun(pod, 0);
  run.ip = "10.0.0.1";
  const behaviour = behaviourOf(pod, USUAL, names);
  const next = advance(run, pod, behaviour, START);
  assertEquals(next, START, "it is not through");
  const { restarts } = run.containers[0]!;
  advance(run, pod, behaviour, START + 1);
  const { state } = run.containers[0]!;
  assertEquals([state.type, run.containers[0]!.restarts - restarts <= 1], ["running", true]);
});
