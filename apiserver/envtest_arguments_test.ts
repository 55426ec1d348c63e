import { assertEquals } from "../toolkit/deps/assert.ts";
import { envtestArguments } from "./envtest_arguments.ts";

const START = ["--api-dialect=kubernetes", "--store-servers=memory:"];
const IN_MEMORY = (flags: string) => `objects are kept in memory: ${flags} has no effect`;
const CASES: {
  name: string;
  args: string[];
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
    own: [...START, "--authorization-mode=RBAC", "--cert-dir=/c", "--secure-port=2"],
    notes: [IN_MEMORY("--etcd-servers=http://127.0.0.1:1")],
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
    name: "modes",
    args: ["--authorization-mode=Node", "--authorization-mode=AlwaysDeny,RBAC"],
    own: [...START, "--authorization-mode=Node", "--authorization-mode=AlwaysDeny,RBAC"],
  },
  { name: "words", args: ["a", "--", "--b"], own: [...START, "--", "a", "--b"] },
];

Deno.test("envtestArguments() keeps all flags but those of etcd", () => {
  for (const { name, args, own, notes = [] } of CASES) {
    const told = notes.map((note) => `kube-apiserver of orch envtest: ${note}`);
    assertEquals(envtestArguments(args), { args: own, notes: told }, name);
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
