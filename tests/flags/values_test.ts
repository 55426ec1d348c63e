/** Values that people give to the processes' flags, taken or refused as the reference does. */
import { apiServerFlags } from "../../apiserver/flags/mod.ts";
import { cloudControllerManagerFlags } from "../../cloud/flags.ts";
import { controllerManagerFlags } from "../../controllers/flags/mod.ts";
import { nodeAgentFlags } from "../../nodeagent/flags/mod.ts";
import { assert, assertEquals, assertThrows } from "../../toolkit/deps/assert.ts";
import { type FlagGroup, parseFlags } from "../../toolkit/flags/mod.ts";

type Row = [args: string, name: string, value: unknown];

const TAKEN: [process: string, groups: readonly FlagGroup[], rows: Row[]][] = [
  ["apiserver", apiServerFlags, [
    ["--runtime-config=v1", "runtime-config", { v1: true }],
    ["--runtime-config=api/all=true,apps/v1=false", "runtime-config", {
      "api/all": true,
      "apps/v1": false,
    }],
    ["--runtime-config=api/beta= --runtime-config=v1=0", "runtime-config", {
      "api/beta": true,
      v1: false,
    }],
    ["--oidc-required-claim=aud=a,b --oidc-required-claim=x=y=z", "oidc-required-claim", {
      aud: "a,b",
      x: "y=z",
    }],
    ["--service-account-issuer=https://a --service-account-issuer=b", "service-account-issuer", [
      "https://a",
      "b",
    ]],
    ["--api-audiences=a,b --api-audiences=c", "api-audiences", ["a", "b", "c"]],
    ["--service-cluster-ip-range=10.0.0.0/24,fd00::/112", "service-cluster-ip-range", [
      "10.0.0.0/24",
      "fd00::/112",
    ]],
    [
      "--service-cluster-ip-range=10.0.0.0/24 --service-cluster-ip-range=10.1.0.0/24",
      "service-cluster-ip-range",
      ["10.1.0.0/24"],
    ],
    ["--service-node-port-range=80+9", "service-node-port-range", { first: 80, last: 89 }],
    ["--authorization-mode=Node,RBAC", "authorization-mode", ["Node", "RBAC"]],
    ["--audit-log-mode=blocking-strict", "audit-log-mode", "blocking-strict"],
    ["--audit-log-path=-", "audit-log-path", "-"],
    ["--cors-allowed-origins=//localhost$,.*", "cors-allowed-origins", ["//localhost$", ".*"]],
    ["--etcd-servers=http://a:2379,http://b:2379", "store-servers", [
      "http://a:2379",
      "http://b:2379",
    ]],
    ["--etcd-servers-overrides=/events#http://a;http://b", "store-servers-overrides", [
      "/events#http://a;http://b",
    ]],
    ["--tls-sni-cert-key=a.crt,a.key:*.a.com,a.com", "tls-sni-cert-key", [
      "a.crt,a.key:*.a.com,a.com",
    ]],
    ["--tls-min-version=VersionTLS13", "tls-min-version", "VersionTLS13"],
    ["--bind-address=::", "bind-address", "::"],
    ["--feature-gates=A=true,B=false", "feature-gates", { A: true, B: false }],
    [
      "--service-account-max-token-expiration=1h",
      "service-account-max-token-expiration",
      3_600_000,
    ],
    ["--storage-media-type=application/yaml", "storage-media-type", "application/yaml"],
    ["--storage-media-type=", "storage-media-type", ""],
    ["--delete-collection-workers=0", "delete-collection-workers", 0],
    ["--service-node-port-range=", "service-node-port-range", { first: 30000, last: 32767 }],
    ["--goaway-chance=.02", "goaway-chance", 0.02],
    ["--version=raw", "version", "raw"],
    ["--version", "version", true],
  ]],
  ["controller-manager", controllerManagerFlags, [
    ["--controllers=*,-a --controllers=b", "controllers", ["*", "-a", "b"]],
    ["--cluster-cidr=10.244.0.0/16,fd01::/48", "cluster-cidr", ["10.244.0.0/16", "fd01::/48"]],
    ["--kube-api-qps=-1 --kube-api-burst=-1", "orch-api-qps", -1],
    ["--terminated-pod-gc-threshold=-1", "terminated-pod-gc-threshold", -1],
    ["--secure-port=0", "secure-port", 0],
  ]],
  ["cloud-controller-manager", cloudControllerManagerFlags, [
    ["--cluster-cidr=10.244.0.0/16", "cluster-cidr", ["10.244.0.0/16"]],
  ]],
  ["nodeagent", nodeAgentFlags, [
    ["--node-labels=a=b,example.com/c --node-labels=a=d", "node-labels", {
      a: "d",
      "example.com/c": "",
    }],
    ["--register-with-taints=a=b:NoSchedule,c:NoExecute", "register-with-taints", [
      { key: "a", value: "b", effect: "NoSchedule" },
      { key: "c", value: "", effect: "NoExecute" },
    ]],
    ["--register-with-taints=a:NoExecute --register-with-taints=", "register-with-taints", []],
    ["--eviction-hard=", "eviction-hard", {}],
    ["--eviction-hard=memory.available<5%,nodefs.available<1Gi", "eviction-hard", {
      "memory.available": "5%",
      "nodefs.available": "1Gi",
    }],
    [
      "--eviction-minimum-reclaim=a=1Gi --eviction-minimum-reclaim=b=2",
      "eviction-minimum-reclaim",
      {
        a: "1Gi",
        b: "2",
      },
    ],
    ["--eviction-max-pod-grace-period=-1", "eviction-max-pod-grace-period", -1],
    ["--kube-reserved=cpu=200m,memory=1Gi", "orch-reserved", { cpu: "200m", memory: "1Gi" }],
    ["--enforce-node-allocatable=", "enforce-node-allocatable", []],
    [
      "--enforce-node-allocatable=pods,kube-reserved-compressible",
      "enforce-node-allocatable",
      ["pods", "kube-reserved-compressible"],
    ],
    ["--cluster-dns=10.0.0.10,fd00::a", "cluster-dns", ["10.0.0.10", "fd00::a"]],
    ["--cpu-cfs-quota-period=1s", "cpu-cfs-quota-period", 1000],
    ['--manifest-url-header=A:"x",B:y:z', "manifest-url-header", ['A:"x"', "B:y:z"]],
    ["--event-qps=0", "event-qps", 0],
  ]],
];

Deno.test("the processes take what the reference takes", () => {
  for (const [process, groups, rows] of TAKEN) {
    for (const [args, name, value] of rows) {
      const { values } = parseFlags(groups, args.split(" "));
      assertEquals((values as Record<string, unknown>)[name], value, `${process} ${args}`);
    }
  }
});

const REFUSED: [process: string, groups: readonly FlagGroup[], rows: [string, string][]][] = [
  ["apiserver", apiServerFlags, [
    ["--runtime-config=v1=maybe", "invalid value of v1=maybe"],
    ["--oidc-required-claim=aud", "malformed pair, expect string=string: aud"],
    ["--oidc-required-claim=", "malformed pair"],
    ["--service-cluster-ip-range=10.0.0.0/24,10.1.0.0/24", "different IP families"],
    ["--service-cluster-ip-range=10.0.0.0/24,fd00::/112,fd01::/112", "more than two"],
    ["--service-cluster-ip-range=10.0.0.0", "invalid CIDR address"],
    ["--authorization-mode=", "at least one authorization-mode must be passed"],
    ["--authorization-mode=rbac", '"rbac" is not a valid mode'],
    ["--authorization-mode=RBAC,RBAC", "given twice"],
    ["--audit-log-mode=Batch", "must be one of"],
    ["--audit-log-maxage=-1", "must not be negative"],
    ["--bind-address=fe80::1%lo", "failed to parse IP"],
    ["--feature-gates=A", "missing bool value for A"],
    ["--service-account-max-token-expiration=59m", "between 1 hour and 2^32 seconds"],
    ["--request-timeout=-1s", "must not be negative"],
    ["--store-compaction-interval=-5m", "must not be negative"],
    ["--event-ttl=-1h", "must not be negative"],
    ["--store-count-metric-poll-period=-1s", "must not be negative"],
    ["--goaway-chance=0.03", "from 0 to 0.02"],
    ["--secure-port=0", "between 1 and 65535"],
    ["--storage-media-type=text/plain", "must be one of application/json, application/yaml, "],
    ["--disabled-metrics=a,b-c", '"b-c" is no name of a metric'],
    ["--log-flush-frequency=0", "must be more than 0"],
    [
      "--tls-min-version=TLS12",
      "must be one of VersionTLS10, VersionTLS11, VersionTLS12, VersionTLS13, or empty",
    ],
  ]],
  ["controller-manager", controllerManagerFlags, [
    ["--concurrent-service-endpoint-syncs=51", "must be from 1 to 50"],
    ["--mirroring-concurrent-service-endpoint-syncs=1000", "must be from 1 to 50"],
    ["--concurrent-gc-syncs=0", "must be positive"],
  ]],
  ["nodeagent", nodeAgentFlags, [
    ["--node-labels=a b=c", "a b=c: "],
    ["--node-labels=a=-", "a=-: "],
    ["--register-with-taints=a=b", "invalid taint spec: a=b"],
    ["--register-with-taints=a=b:NoRun", "invalid taint effect: NoRun"],
    ["--register-with-taints=a=b=c:NoExecute", "invalid taint spec"],
    ["--register-with-taints=:NoExecute", "invalid taint spec"],
    ["--register-with-taints=a:NoExecute,a=b:NoExecute", "duplicated taints"],
    ["--eviction-hard=memory.available=5%", "malformed pair, expect string<string"],
    ["--enforce-node-allocatable=none,pods", "none stands alone"],
    ["--cpu-cfs-quota-period=2s", "from 1ms to 1s"],
    ["--max-pods=-1", "must not be negative"],
    ["--kube-api-qps=-1", "must not be negative"],
    ["--manifest-url-header=A", "malformed pair, expect string:string: A"],
    ["--oom-score-adj=-1001", "from -1000 to 1000"],
  ]],
];

Deno.test("the processes refuse what the reference refuses, and name the flag", () => {
  for (const [process, groups, rows] of REFUSED) {
    for (const [arg, reason] of rows) {
      const message = assertThrows(() => parseFlags(groups, [arg]), reason).message;
      const flag = arg.replace(/=.*/, "");
      assert(message.includes(`for "${flag}" flag: `), `${process}: ${message}`);
    }
  }
});
