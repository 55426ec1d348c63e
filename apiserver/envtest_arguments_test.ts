import { assertEquals } from "../toolkit/deps/assert.ts";
import { envtestArguments } from "./envtest_arguments.ts";

const BUILT = ["AlwaysAllow", "AlwaysDeny"];
const START = ["--api-dialect=kubernetes", "--store-servers=memory:"];
const IN_MEMORY = (flags: string) => `objects are kept in memory: ${flags} has no effect`;
const ALL_MAY = (modes: string) =>
  `authorization by ${modes} is not built yet: whoever authenticates may do everything`;

const CASES: {
  name: string;
  args: string[];
  modes?: string[];
  own: string[];
  notes?: string[];
}[] = [
  { name: "no flags", args: [], own: START },
  {
    name: "what controller-runtime gives",
    args: [
      "--authorization-mode=RBAC",
      "--cert-dir=/c",
      "--etcd-servers=http://127.0.0.1:1",
      "--secure-port=2",
    ],
    own: [...START, "--cert-dir=/c", "--secure-port=2", "--authorization-mode=AlwaysAllow"],
    notes: [IN_MEMORY("--etcd-servers=http://127.0.0.1:1"), ALL_MAY("RBAC")],
  },
  {
    name: "values that are words of their own, shorthands, flags without a value",
    args: ["--etcd_servers", "http://h:1", "-v", "4", "--allow-privileged", "--cert-dir", "--x"],
    own: [...START, "-v=4", "--allow-privileged=true", "--cert-dir=--x"],
    notes: [IN_MEMORY("--etcd_servers=http://h:1")],
  },
  {
    name: "a store of one's own",
    args: ["--store-servers=file:/s", "--etcd-servers=http://h:1", "--store-cafile=/ca"],
    own: ["--api-dialect=kubernetes", "--store-servers=file:/s", "--store-cafile=/ca"],
    notes: ["objects are kept where --store-servers says: --etcd-servers=http://h:1 has no effect"],
  },
  {
    name: "all that says where etcd is, and what does not",
    args: ["--etcd-cafile=a", "--etcd-certfile=b", "--etcd-keyfile=c", "--etcd-prefix=/p"],
    own: [...START, "--etcd-prefix=/p"],
    notes: [IN_MEMORY("--etcd-cafile=a --etcd-certfile=b --etcd-keyfile=c")],
  },
  {
    name: "the other dialect",
    args: ["--api-dialect=orch"],
    own: ["--store-servers=memory:", "--api-dialect=orch"],
  },
  {
    name: "modes that are built",
    args: ["--authorization-mode=Node,RBAC"],
    modes: ["Node", "RBAC"],
    own: [...START, "--authorization-mode=Node,RBAC"],
  },
  {
    name: "modes, some of them built",
    args: ["--authorization-mode=Node", "--authorization-mode=AlwaysDeny,RBAC"],
    own: [...START, "--authorization-mode=AlwaysDeny"],
    notes: ["authorization by Node and RBAC is not built yet: only AlwaysDeny decides"],
  },
  {
    // Whoever asks for these tests them: the server refuses to start.
    name: "modes that nobody has by default",
    args: ["--authorization-mode=Webhook"],
    own: [...START, "--authorization-mode=Webhook"],
  },
  { name: "words", args: ["a", "--", "--b"], own: [...START, "--", "a", "--b"] },
];

Deno.test("envtestArguments() keeps all flags but those of etcd and of modes to come", () => {
  for (const { name, args, modes = BUILT, own, notes = [] } of CASES) {
    const told = notes.map((note) => `kube-apiserver of orch envtest: ${note}`);
    assertEquals(envtestArguments(args, modes), { args: own, notes: told }, name);
  }
});

Deno.test("envtestArguments() leaves alone what the server refuses", () => {
  for (
    const args of [
      ["--etcd-servers=x", "--insecure-port=0"],
      ["--etcd-servers"],
      ["--authorization-mode=rbac", "--etcd-servers=x"],
      ["--authorization-mode="],
      ["--authorization-mode=RBAC", "--secure-port=x"],
    ]
  ) assertEquals(envtestArguments(args), { args, notes: [] });
});
