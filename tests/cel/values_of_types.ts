/**
 * Texts of expressions by the types that they have: the ordinary, the extreme and the wrong.
 *
 * @module
 */

const TIMES = [
  "2024-02-29T23:59:59Z",
  "1970-01-01T00:00:00Z",
  "2021-12-31T23:30:00.123456789-05:00",
  "0001-01-01T00:00:00Z",
  "9999-12-31T23:59:59.999999999Z",
  "1969-12-31T23:59:59.5Z",
  "2009-02-13T23:31:30+14:00",
];

const DURATIONS = [
  "1h30m",
  "0s",
  "-1.5s",
  "100ms",
  "1us",
  "15ns",
  "2540400h10m10s",
  "-2562047h47m16.854775807s",
  ".5m",
];

const ZONES = [
  "Europe/Berlin",
  "UTC",
  "",
  "+05:30",
  "-02:00",
  "America/Sao_Paulo",
  "Asia/Kathmandu",
  "05:30",
];

const ADDRESSES = [
  "127.0.0.1",
  "192.168.0.1",
  "0.0.0.0",
  "::1",
  "::ffff:1.2.3.4",
  "2001:DB8::1",
  "fe80::1%eth0",
  "224.0.0.1",
  "ff02::1",
  "01.2.3.4",
  "1.2.3",
  "2001:db8:0:0:0:0:0:1",
  "::",
];

const NETWORKS = [
  "192.168.0.0/24",
  "192.168.0.1/24",
  "10.0.0.0/8",
  "::1/128",
  "2001:db8::/32",
  "0.0.0.0/0",
  "1.2.3.4/33",
  "::ffff:1.2.3.4/96",
  "10.0.0.0/08",
  "fe80::1%eth0/64",
];

const QUANTITIES = [
  "1",
  "0",
  "-0",
  "100m",
  "1.5Gi",
  "1e3",
  "1E",
  "12e-4",
  "-5k",
  "9223372036854775807",
  "9223372036854775808",
  "1000000000000Ei",
  "0.0000000001",
  "1n",
  "1.",
  ".5",
  "+3",
  "1Kib",
];

const VERSIONS = [
  "1.2.3",
  "v1.2.3",
  "1.2",
  "01.2.3",
  "1.2.3-alpha.1+build.5",
  "1.2.3-alpha.01",
  "1.0.0-rc.1",
  "0.0.0",
  "18446744073709551615.0.0",
  "v01.02",
];

const URLS = [
  "https://user:pw@example.com:8080/a%20b/c?x=1&y=2&x=3#f",
  "http://[::1]:80/",
  "/absolute/path",
  "relative",
  "https://example.com",
  "mailto:a@b",
  "http://a b",
  "https://[::1",
  "http://example.com?k=%zz;q",
  "//host/path",
];

const PATTERNS = [
  "^a.*b$",
  "[a-z]+",
  "(",
  "a|b",
  "\\\\d+",
  "(?i)HÉ",
  "",
  "l+",
  "x{2,3}",
  "(?P<n>o)",
];

const NUMBERS = [
  "7",
  "-12",
  "007",
  "1.5",
  "-1e10",
  "1e400",
  "NaN",
  "inf",
  "-Infinity",
  "0x1F",
  "9223372036854775808",
  "18446744073709551615",
  " 1",
  "1_000",
];

const WORDS = [
  "",
  "a",
  "abc",
  "héllo wörld",
  "😀x",
  " \\t trim \\n",
  "a,b,,c",
  "true",
  "True",
  "t",
  "FALSE",
  "0",
  "é",
  "\\u0000z",
  "İıſK",
  '\\"quoted\\\\',
  "A-b_c.d/e",
  "-x",
  "x-",
  "6ba7b810-9dad-11d1-80b4-00c04fd430c8",
  "aGVsbG8=",
  "aGVsbG8",
  "2024-02-30",
  "2024-02-29",
  "dns1123Label",
  "uri",
  "%s and %d",
  "%.3f",
  "%x %X %o %b %e",
  "%",
  "%%",
  "%q",
  "%10s",
];

const texts = (raw: readonly string[]) => raw.map((one) => `"${one}"`);

/** Texts by the types of what they say. */
export interface Values {
  readonly scalars: Readonly<Record<string, readonly string[]>>;
  /** By the type of their elements, besides those that are made of scalars. */
  readonly lists: Readonly<Record<string, readonly string[]>>;
  /** By the type of their values. */
  readonly maps: Readonly<Record<string, readonly string[]>>;
}

const SCALARS: Values["scalars"] = {
  int: [
    "0",
    "1",
    "-1",
    "2",
    "3",
    "7",
    "i",
    "self.replicas",
    "9223372036854775807",
    "-9223372036854775808",
    "4294967296",
    "1000001",
    "0x1f",
    "253402300800",
    "-62135596801",
  ],
  uint: ["0u", "1u", "3u", "18446744073709551615u", "9223372036854775808u", "0xffu"],
  double: [
    "0.0",
    "-0.0",
    "1.5",
    "2.0",
    "-1.5",
    "3.0",
    "1e308",
    "1e-320",
    "9223372036854775807.0",
    "9223372036854775808.0",
    "18446744073709551615.0",
    "1e21",
    "1e-7",
    "123456789.125",
    "self.d",
    'double("NaN")',
    'double("inf")',
    'double("-inf")',
  ],
  bool: ["true", "false", "self.b"],
  null: ["null", "self.n"],
  string: [
    "s",
    "self.name",
    ...texts([
      ...WORDS,
      ...TIMES,
      ...DURATIONS,
      ...ZONES,
      ...ADDRESSES,
      ...NETWORKS,
      ...QUANTITIES,
      ...VERSIONS,
      ...URLS,
      ...PATTERNS,
      ...NUMBERS,
    ]),
  ],
  bytes: ['b""', 'b"abc"', 'b"\\xff\\xfe"', 'b"h\\u00e9"', 'bytes("ü")', "b'\\000\\001'"],
  timestamp: [
    ...texts(TIMES).map((one) => `timestamp(${one})`),
    "timestamp(0)",
    "timestamp(1700000000)",
  ],
  duration: texts(DURATIONS).map((one) => `duration(${one})`),
  type: [
    "int",
    "type(1)",
    "type(1u)",
    "string",
    'type("")',
    "type([])",
    "type({})",
    "type(null)",
    "type(type)",
  ],
  dyn: [
    "dyn(1)",
    'dyn("a")',
    "dyn(1.5)",
    "dyn(2u)",
    "dyn(null)",
    "dyn([1])",
    'dyn({"a": 1})',
    "self.items",
    "self.m",
    "self",
    "self.missing",
    'dyn(b"a")',
    'dyn(duration("1s"))',
    "dyn(timestamp(0))",
    "dyn(true)",
    "dyn(int)",
    'dyn(quantity("1"))',
    'dyn(ip("::1"))',
    "self.items[0]",
    "self.items[0].p",
    "has(self.m.x)",
    "has(self.m.y)",
    "has(self.missing.y)",
    "self.name",
  ],
  "net.IP": texts(ADDRESSES).map((one) => `ip(${one})`),
  "net.CIDR": texts(NETWORKS).map((one) => `cidr(${one})`),
  "kubernetes.URL": texts(URLS).map((one) => `url(${one})`),
  "kubernetes.Quantity": texts(QUANTITIES).map((one) => `quantity(${one})`),
  "kubernetes.Semver": [
    ...texts(VERSIONS).map((one) => `semver(${one})`),
    ...texts(VERSIONS).map((one) => `semver(${one}, true)`),
  ],
  "kubernetes.NamedFormat": [
    "format.dns1123Label()",
    "format.dns1123Subdomain()",
    "format.dns1035Label()",
    "format.qualifiedName()",
    "format.dns1123LabelPrefix()",
    "format.dns1123SubdomainPrefix()",
    "format.dns1035LabelPrefix()",
    "format.labelValue()",
    "format.uri()",
    "format.uuid()",
    "format.byte()",
    "format.date()",
    "format.datetime()",
  ],
};

/** What is tried where nothing has a type but by what it is. */
export const VALUES: Values = {
  scalars: SCALARS,
  lists: { int: ["li"], string: ["ls"] },
  maps: { string: ["m"] },
};

/** What is tried of an object whose schema says of each field what it is (testing/cel_schema.ts). */
export const VALUES_OF_SCHEMA: Values = {
  scalars: {
    ...SCALARS,
    int: ["self.spec.r", "self.spec.lu[0]", "self.spec.lo[1].port", "self.spec.a__dot__b__slash__c"]
      .concat(["self.spec.lm[0].v", "self.spec.m3.a[0]", "0", "1", "-1", "1000"]),
    uint: ["1u", "uint(self.spec.r)"],
    double: ["self.spec.d", "1.5", "double(self.spec.r)"],
    bool: ["self.spec.b", "true", "has(self.spec.s)", "has(self.spec.lo[0].o)"],
    null: ["null"],
    string: ["self.spec.s", "self.spec.s10", "self.spec.e", "self.spec.n", "self.spec.l[0]"]
      .concat(["self.spec.lo[0].name", "self.spec.lo[0].o", "self.spec.lm[0].k", "self.spec.m.k"])
      .concat(["self.spec.m['zz']", "self.spec.my__dash__field", "self.spec.__namespace__"])
      .concat(["self.metadata.name", "self.kind", "self.spec.nested[0][0]", "oldSelf.spec.s"])
      .concat(texts(["", "a", "hello", "^h.*o$", "(", "1", "1Gi", "::1", "1.2.3", "10.0.0.0/8"])),
    bytes: ["self.spec.by", 'b"abc"'],
    timestamp: ["self.spec.dt", "self.spec.date", 'timestamp("2024-02-29T23:59:59Z")'],
    duration: ["self.spec.dur", 'duration("1h")'],
    dyn: ["self.spec.any", "self.spec.any.q", "self.spec.anyt", "self.spec.emb", "self.spec.emb.z"]
      .concat(["self.spec.io", "dyn(self.spec.s)", "dyn(1)", "self.metadata", "self.spec.lo[0]"])
      .concat(["self.spec.emb.metadata.name", "self.spec.emb.kind", "self.spec", "self"]),
  },
  lists: {
    int: ["self.spec.lu", "self.spec.m3.a", "oldSelf.spec.lu"],
    string: ["self.spec.l", "self.spec.ls", "self.spec.nested[0]", "oldSelf.spec.l"],
    dyn: ["self.spec.lo", "self.spec.lm", "self.spec.nested"],
  },
  maps: { string: ["self.spec.m"], int: ["self.spec.m"], dyn: ["self.spec.m3"] },
};
