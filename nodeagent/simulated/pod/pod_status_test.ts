import { assertEquals } from "../../../toolkit/deps/assert.ts";
import { inits, moved, podOf, type PodOptions, START } from "./moved_pods.ts";
import { newRun, type PodRun } from "./pod_run.ts";
import { statusPatch } from "./pod_status.ts";
import { beginToStop } from "./advance.ts";

/** What is told of a pod besides: its phase and reason, then `Ready=True`, or `Ready=False(reason: message)`. */
const STANDS: readonly (readonly [
  name: string,
  options: PodOptions,
  times: Readonly<Record<number, readonly string[]>>,
])[] = [
  ["it has run for too long, and takes its time to end", {
    says: { "stop-after": "2s" },
    spec: { activeDeadlineSeconds: 10 },
  }, {
    9: ["Running", "Initialized=True", "Ready=True", "ContainersReady=True"],
    11: [
      "Running",
      "Initialized=True",
      "Ready=False(PodFailed)",
      "ContainersReady=False(PodFailed)",
    ],
    12: [
      "Failed DeadlineExceeded",
      "Initialized=True",
      "Ready=False(PodFailed)",
      "ContainersReady=False(PodFailed)",
    ],
  }],
  ["its init container has failed for good, and a sidecar takes its time to end", {
    says: { "exit-code": "i=3", "stop-after": "s=2s" },
    spec: { restartPolicy: "Never", initContainers: inits.toReversed() },
  }, {
    1: [
      "Pending",
      "Initialized=False(ContainersNotInitialized: containers with incomplete status: [i])",
      "Ready=False(PodFailed)",
      "ContainersReady=False(PodFailed)",
    ],
  }],
  ["its init container fails, and starts again", {
    says: { "run-for": "i=1s", "exit-code": "i=3" },
    spec: { initContainers: [inits[0]!] },
  }, {
    3: [
      "Pending",
      "Initialized=False(ContainersNotInitialized: containers with incomplete status: [i])",
      "Ready=False(ContainersNotReady: containers with unready status: [c])",
      "ContainersReady=False(ContainersNotReady: containers with unready status: [c])",
    ],
  }],
  ["a sidecar rests while an init container runs", {
    says: { "run-for": "s=1s,i=1h" },
    spec: { initContainers: inits.toReversed() },
  }, {
    3: [
      "Pending",
      "Initialized=False(ContainersNotInitialized: containers with incomplete status: [s i])",
      "Ready=False(ContainersNotReady: containers with unready status: [s c])",
      "ContainersReady=False(ContainersNotReady: containers with unready status: [s c])",
    ],
  }],
  ["a sidecar rests while the others run", {
    says: { "run-for": "s=1s" },
    spec: { initContainers: [inits[1]!] },
  }, {
    3: [
      "Running",
      "Initialized=True",
      "Ready=False(ContainersNotReady: containers with unready status: [s])",
      "ContainersReady=False(ContainersNotReady: containers with unready status: [s])",
    ],
  }],
  ["its work is done, and its sidecar takes its time to end", {
    says: { "run-for": "c=1s", "stop-after": "s=2s" },
    spec: { restartPolicy: "Never", initContainers: [inits[1]!] },
  }, {
    2: [
      "Running",
      "Initialized=True",
      "Ready=False(ContainersNotReady: containers with unready status: [c])",
      "ContainersReady=False(ContainersNotReady: containers with unready status: [c])",
    ],
    3: [
      "Succeeded",
      "Initialized=True(PodCompleted)",
      "Ready=False(PodCompleted)",
      "ContainersReady=False(PodCompleted)",
    ],
  }],
];

for (const [name, options, times] of STANDS) {
  Deno.test(`statusPatch() tells of a pod: ${name}`, () => {
    const pod = podOf(options);
    const run = newRun(pod, START);
    run.ip = "10.0.0.1";
    const seen: Record<number, readonly string[]> = {};
    for (const seconds of Object.keys(times).map(Number)) {
      moved(run, pod, seconds);
      const { phase, reason, conditions = [] } = statusPatch(pod, run, "127.0.0.1", START)!;
      const told = conditions.filter(({ type }) => /Initialized|Ready$/.test(type)).map((one) => {
        const why = [one.reason, one.message].filter((part) => part !== undefined).join(": ");
        return `${one.type}=${one.status}${why === "" ? "" : `(${why})`}`;
      });
      seen[seconds] = [[phase, reason].filter((part) => part !== undefined).join(" "), ...told];
    }
    assertEquals(seen, times);
  });
}

/** What was told of a pod, each `container reason: message`, `!` before warnings. */
function happened(run: PodRun): string[] {
  return run.happened.splice(0).map(({ container, type, reason, message }) =>
    `${type === "Warning" ? "!" : ""}${container?.name ?? "pod"} ${reason}: ${message}`
  );
}

Deno.test("what happens to containers is told, in the words of nodes", () => {
  const pod = podOf({ says: { "pull-failures": "1", "run-for": "5s", "exit-code": "1" } });
  const run = newRun(pod, START);
  moved(run, pod, 0);
  assertEquals(happened(run), [
    'c Pulling: Pulling image "i"',
    '!c Failed: Failed to pull image "i": failed to pull image "i": the simulation says so',
    "!c Failed: Error: ErrImagePull",
  ]);
  moved(run, pod, 1);
  assertEquals(happened(run), [
    'c BackOff: Back-off pulling image "i"',
    "!c Failed: Error: ImagePullBackOff",
  ]);
  moved(run, pod, 10);
  assertEquals(happened(run), [
    'c Pulling: Pulling image "i"',
    'c Pulled: Successfully pulled image "i" in 0s (0s including waiting). Image size: 0 bytes.',
    "c Created: Container created",
    "c Started: Container started",
  ]);
  // The first time it starts again at once, then after a rest.
  moved(run, pod, 15);
  const again = [
    'c Pulled: Container image "i" already present on machine and can be accessed by the pod',
    "c Created: Container created",
    "c Started: Container started",
  ];
  assertEquals(happened(run), again);
  moved(run, pod, 20);
  assertEquals(happened(run), [
    "!c BackOff: Back-off restarting failed container c in pod p_default(u)",
  ]);
  moved(run, pod, 31);
  assertEquals(happened(run), again);
  beginToStop(run, START + 32_000, START + 40_000);
  beginToStop(run, START + 32_000, START + 40_000);
  moved(run, pod, 33);
  assertEquals(happened(run), ["c Killing: Stopping container c"]);
});

Deno.test("a container whose image can't be pulled says why it rests, in the words of nodes", () => {
  const pod = podOf({ says: { "pull-failures": "always" } });
  const run = newRun(pod, START);
  moved(run, pod, 1);
  const { containerStatuses } = statusPatch(pod, run, "127.0.0.1", START + 1000)!;
  assertEquals(containerStatuses?.[0]?.state?.waiting, {
    reason: "ImagePullBackOff",
    message:
      'Back-off pulling image "i": ErrImagePull: failed to pull image "i": the simulation says so',
  });
});

Deno.test("that a pod has run for too long is told of it as a whole", () => {
  const pod = podOf({ spec: { activeDeadlineSeconds: 5 } });
  const run = newRun(pod, START);
  moved(run, pod, 0);
  happened(run);
  moved(run, pod, 5);
  assertEquals(happened(run), [
    "pod DeadlineExceeded: Pod was active on the node longer than the specified deadline",
    "c Killing: Stopping container c",
  ]);
});
