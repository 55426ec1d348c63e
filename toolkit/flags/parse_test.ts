import { assertEquals, assertThrows } from "../deps/assert.ts";
import { duration } from "./duration.ts";
import {
  bool,
  boolMap,
  flag,
  flagsGiven,
  float,
  group,
  int,
  int32,
  list,
  map,
  oneOf,
  parseFlags,
  repeated,
  settings,
  string,
  switches,
  uint,
  wholePairs,
  works,
} from "./mod.ts";
import { cidrs, dualStackCidrs, ip, portRange } from "./network.ts";

const groups = [
  group("First", works, {
    "api-dialect": flag(oneOf("string", ["orch", "kubernetes"]), "orch", "dialect"),
    "bool": flag(bool, false, "a bool", { shorthand: "b" }),
    "int": flag(int, 7, "an int", { shorthand: "i" }),
    "int32": flag(int32, 0, "an int32"),
    "uint": flag(uint, 0, "a uint"),
    "float": flag(float, 0, "a float"),
    "string": flag(string, "x", "a string"),
    "duration": flag(duration, 1000, "a duration"),
  }),
  group("Second", works, {
    "list": flag(list, ["a"], "a list"),
    "repeated": flag(repeated, [], "repeated"),
    "map": flag(map, { z: "1" }, "a map"),
    "gates": flag(boolMap, {}, "gates"),
    "settings": flag(settings, {}, "settings"),
    "whole": flag(wholePairs, {}, "whole pairs"),
    "switches": flag(switches, {}, "switches"),
    "ranges": flag(dualStackCidrs, [], "ranges of both families"),
    "ip": flag(ip, "", "an address"),
    "cidrs": flag(cidrs, [], "ranges"),
    "ports": flag(portRange({ first: 1, last: 2 }), { first: 1, last: 2 }, "ports"),
    "orchconfig": flag(string, "", "a file"),
    "store-servers": flag(list, [], "servers"),
    "nodeagent-https": flag(bool, true, "https"),
    "orch-api-qps": flag(float, 5, "qps"),
    "namespace": flag(string, (names) => names.namespaceSystem, "differs"),
  }),
] as const;

type Name = keyof ReturnType<typeof values>;

function values(...args: string[]) {
  return parseFlags(groups, args).values;
}

const GOOD: [args: string[], name: Name, value: unknown][] = [
  [["--string=v"], "string", "v"],
  [["--string", "v"], "string", "v"],
  [["--string="], "string", ""],
  [["--string", ""], "string", ""],
  [["--string", "--bool"], "string", "--bool"],
  [["--string=a=b"], "string", "a=b"],
  [["--bool"], "bool", true],
  [["--bool=F"], "bool", false],
  [["--bool=1"], "bool", true],
  [["--bool", "--bool=false"], "bool", false],
  [["--int=-5"], "int", -5],
  [["--int", "-5"], "int", -5],
  [["--int=0x10"], "int", 16],
  [["--int=010"], "int", 8],
  [["--int=0o17"], "int", 15],
  [["--int=1_000"], "int", 1000],
  [["-i3"], "int", 3],
  [["-i=3"], "int", 3],
  [["-i", "3"], "int", 3],
  [["-bi3"], "int", 3],
  [["-bi", "3"], "int", 3],
  [["-bb"], "bool", true],
  [["-b=false"], "bool", false],
  [["-b", "false"], "bool", true],
  [["--int=9223372036854775807"], "int", 2 ** 63],
  [["--int=-9223372036854775808"], "int", -(2 ** 63)],
  [["--uint=18446744073709551615"], "uint", 2 ** 64],
  [["--int32=-2147483648"], "int32", -2147483648],
  [["--float=1e-3"], "float", 0.001],
  [["--float=.5"], "float", 0.5],
  [["--float=1_0.2_5"], "float", 10.25],
  [["--float=0x1p-8"], "float", 1 / 256],
  [["--float=-0X1.8P+1"], "float", -3],
  [["--float=0x_1_0.p0"], "float", 16],
  [["--duration=1m30s"], "duration", 90_000],
  [["--duration=1.5h"], "duration", 5_400_000],
  [["--duration=100us"], "duration", 0.1],
  [["--list=b,c"], "list", ["b", "c"]],
  [["--list=b", "--list=c"], "list", ["b", "c"]],
  [['--list="b,c",d'], "list", ["b,c", "d"]],
  [['--list="say ""x"""'], "list", ['say "x"']],
  [["--list="], "list", []],
  [["--list=a,"], "list", ["a", ""]],
  [["--repeated=a,b", "--repeated=c"], "repeated", ["a,b", "c"]],
  [["--map=a=1,b=2", "--map=b=3"], "map", { a: "1", b: "3" }],
  [["--map=a="], "map", { a: "" }],
  [["--map=__proto__=1"], "map", JSON.parse('{"__proto__":"1"}')],
  [["--gates=A=true,B=f"], "gates", { A: true, B: false }],
  [["--settings=a,b=,c=d=e,"], "settings", { a: "", b: "", c: "d=e" }],
  [["--settings=__proto__"], "settings", JSON.parse('{"__proto__":""}')],
  [["--whole=a=b,c", "--whole=a=d"], "whole", { a: "d" }],
  [["--switches=a,b=f"], "switches", { a: true, b: false }],
  [["--ranges=10.0.0.0/8", "--ranges=fd00::/8,11.0.0.0/8"], "ranges", ["fd00::/8", "11.0.0.0/8"]],
  [["--ip=::1"], "ip", "::1"],
  [["--ip= 192.0.2.1 "], "ip", "192.0.2.1"],
  [["--cidrs=10.0.0.0/8,fd00::/64"], "cidrs", ["10.0.0.0/8", "fd00::/64"]],
  [["--ports=80-90"], "ports", { first: 80, last: 90 }],
  [["--ports=80+5"], "ports", { first: 80, last: 85 }],
  [["--ports=80", "--ports="], "ports", { first: 1, last: 2 }],
  [["--ports=80"], "ports", { first: 80, last: 80 }],
  [["--kubeconfig=f"], "orchconfig", "f"],
  [["--orchconfig=f"], "orchconfig", "f"],
  [["--etcd_servers=x"], "store-servers", ["x"]],
  [["--kubelet-https=false"], "nodeagent-https", false],
  [["--kube-api-qps=9"], "orch-api-qps", 9],
  [[], "namespace", "orch-system"],
  [["--api-dialect=kubernetes"], "namespace", "kube-system"],
  [["--namespace=n", "--api-dialect", "kubernetes"], "namespace", "n"],
];

Deno.test("parseFlags() reads what Go's flag library would", () => {
  for (const [args, name, value] of GOOD) {
    assertEquals(values(...args)[name] as unknown, value, args.join(" "));
  }
});

const BAD: [args: string[], message: string][] = [
  [["--unknown"], "unknown flag: --unknown"],
  [["--strin=x"], "unknown flag: --strin (did you mean --string?)"],
  [["-x"], "unknown shorthand flag: 'x' in -x"],
  [["--string"], "flag needs an argument: --string"],
  [["-i"], "flag needs an argument: -i"],
  [["-bi"], "flag needs an argument: -i"],
  [["-bx"], "unknown shorthand flag: 'x' in -bx"],
  [["-bno"], "unknown shorthand flag: 'n' in -bno"],
  [["--=x"], "bad flag syntax: --=x"],
  [["---bool"], "bad flag syntax: ---bool"],
  [
    ["--bool=yes"],
    'invalid argument "yes" for "--bool" flag: strconv.ParseBool: parsing "yes": invalid syntax',
  ],
  [['--etcd_servers="a'], 'for "--etcd-servers" flag: '],
  [["--int=x", "--unknown"], 'invalid argument "x" for "--int" flag: '],
  [["--float=x", "--int"], 'invalid argument "x" for "--float" flag: '],
  [["--int=1.5"], 'strconv.ParseInt: parsing "1.5": invalid syntax'],
  [["--int="], 'strconv.ParseInt: parsing "": invalid syntax'],
  [["--int=08"], 'strconv.ParseInt: parsing "08": invalid syntax'],
  [["--int=1__0"], "invalid syntax"],
  [["--int=99999999999999999999"], "value out of range"],
  [["--int32=2147483648"], "value out of range"],
  [["--uint=-1"], 'strconv.ParseUint: parsing "-1": invalid syntax'],
  [["--float=Infinity"], "invalid syntax"],
  [["--float=0x10"], "invalid syntax"],
  [["--float=0x.p1"], "invalid syntax"],
  [["--float=1__0"], "invalid syntax"],
  [["--float=1e_3"], "invalid syntax"],
  [["--int=9223372036854775808"], "value out of range"],
  [["--uint=18446744073709551616"], "value out of range"],
  [["--duration=5"], 'invalid argument "5" for "--duration" flag'],
  [["--duration=1x"], 'for "--duration" flag'],
  [['--list="a'], "quoted field"],
  [['--list=a"b'], "non-quoted field"],
  [["--map=a"], "malformed pair, expect string=string: a"],
  [["--gates=A=maybe"], "invalid value of A=maybe"],
  [["--gates=A"], "missing bool value for A"],
  [["--whole=a"], "malformed pair, expect string=string: a"],
  [["--switches=a=x"], "invalid value of a=x"],
  [["--ranges=10.0.0.0/8,11.0.0.0/8"], "different IP families"],
  [["--ranges=10.0.0.0/8,fd00::/8,fd01::/8"], "more than two ranges"],
  [["--ip=fe80::1%lo"], "failed to parse IP"],
  [["--cidrs=fe80::1%lo/64"], "invalid CIDR address"],
  [["--ip=1.2.3"], "failed to parse IP: 1.2.3"],
  [["--ip=010.0.0.1"], "failed to parse IP"],
  [["--cidrs=10.0.0.0"], "invalid CIDR address: 10.0.0.0"],
  [["--cidrs=10.0.0.0/33"], "invalid CIDR address"],
  [["--ports=9-8"], "end port cannot be less than start port: 9-8"],
  [["--ports=1-70000"], "greater than 65535"],
  [["--api-dialect=k"], "must be one of orch, kubernetes"],
  [["--kubeconfi=f"], "did you mean --kubeconfig?"],
];

Deno.test("parseFlags() names the flag that can't be used, and why", () => {
  for (const [args, message] of BAD) {
    const error = assertThrows(() => values(...args), message);
    assertEquals(error.name, "FlagError", args.join(" "));
  }
});

Deno.test("parseFlags() tells what was given, how it was spelled, and what followed", () => {
  const parsed = parseFlags(groups, ["--kubeconfig=f", "one", "-i3", "--", "--bool", "two"]);
  assertEquals([...parsed.given], [["orchconfig", "--kubeconfig"], ["int", "-i"]]);
  assertEquals(parsed.rest, ["one", "--bool", "two"]);
  assertEquals(parsed.values.bool, false);
});

Deno.test("parseFlags() never shares a default between two readings", () => {
  values("--map=a=1");
  assertEquals(values("--map=b=2").map, { b: "2" });
  assertEquals(values().map, { z: "1" });
});

Deno.test("flagsGiven() has each flag once as it was given, and does not look at values", () => {
  const args = ["--int", "many", "word", "--etcd_servers=a", "-i=3", "--bool", "--", "--string"];
  const { occurrences, rest } = flagsGiven(groups, args);
  assertEquals(occurrences.map(({ entry, spelled, text }) => [entry.name, spelled, text]), [
    ["int", "--int", "many"],
    ["store-servers", "--etcd_servers", "a"],
    ["int", "-i", "3"],
    ["bool", "--bool", "true"],
  ]);
  assertEquals(rest, ["word", "--string"]);
  assertThrows(() => flagsGiven(groups, ["--no-such"]), "unknown flag: --no-such");
  assertThrows(() => flagsGiven(groups, ["--int"]), "flag needs an argument: --int");
});
