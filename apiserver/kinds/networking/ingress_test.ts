import { rulesOf } from "../declarations.ts";
import { testKind } from "../../../testing/kind_tables.ts";
import { NO_SUBDOMAIN as SUBDOMAIN } from "../../../testing/name_texts.ts";
import { assertEquals } from "../../../toolkit/deps/assert.ts";
import { NAMES } from "../../../toolkit/names.ts";

const BACKEND = { service: { name: "web", port: { number: 80 } } };
const HOST = "spec.rules[0].host";
const PATH = "spec.rules[0].http.paths[0]";

/** The valid ingress with other parts of its one path. */
const path = (change: Record<string, unknown>) => ({
  spec: {
    rules: [{ http: { paths: [{ path: "/", pathType: "Prefix", backend: BACKEND, ...change }] } }],
  },
});
const host = (name: string) => ({ spec: { rules: [{ host: name }] } });
const backend = (change: unknown) => ({ spec: { defaultBackend: change } });
const addresses = (...ingress: unknown[]) => ({ status: { loadBalancer: { ingress } } });

testKind({
  group: "networking.k8s.io",
  resource: "ingresses",
  valid: { spec: { defaultBackend: BACKEND } },
  good: [
    ["a wildcard", host("*.example.com")],
    ["no path, as the controller likes", path({ path: "", pathType: "ImplementationSpecific" })],
    ["an exact path", path({ path: "/a/..b/", pathType: "Exact" })],
    ["a port by name", backend({ service: { port: { number: null, name: "http" } } })],
    [
      "an object",
      backend({ service: null, resource: { apiGroup: "example.com", kind: "Bucket", name: "b" } }),
    ],
    ["hosts with certificates", {
      spec: { tls: [{ hosts: ["*.a.b", "a.b"], secretName: "a.b" }] },
    }],
    [
      "a class, said twice",
      {
        metadata: { annotations: { "kubernetes.io/ingress.class": "a" } },
        spec: { ingressClassName: "a" },
      },
    ],
  ],
  bad: [
    [
      "nothing to do",
      { spec: { defaultBackend: null } },
      "spec: Invalid value: null: either `defaultBackend` or `rules` must be specified",
    ],
    [
      "an address",
      host("10.0.0.1"),
      `${HOST}: Invalid value: "10.0.0.1": must be a DNS name, not an IP address`,
    ],
    [
      "a host in capitals",
      host("Example.com"),
      `${HOST}: Invalid value: "Example.com": ${SUBDOMAIN}`,
    ],
    [
      "a star in the middle",
      host("a.*.com"),
      `${HOST}: Invalid value: "a.*.com": a wildcard DNS-1123 subdomain must start with '*.', ` +
      "followed by a valid DNS subdomain, which must consist of lower case alphanumeric " +
      "characters, '-' or '.' and end with an alphanumeric character (e.g. '*.example.com', regex " +
      "used for validation is '\\*\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')",
    ],
    [
      "no paths",
      { spec: { rules: [{ http: { paths: [] } }] } },
      "spec.rules[0].http.paths: Required value",
    ],
    [
      "no path type",
      path({ pathType: null }),
      `${PATH}.pathType: Required value: pathType must be specified`,
    ],
    [
      "another path type",
      path({ pathType: "Regex" }),
      `${PATH}.pathType: Unsupported value: "Regex": supported values: "Exact", ` +
      '"ImplementationSpecific", "Prefix"',
    ],
    [
      "a relative path",
      path({ path: "a" }),
      `${PATH}.path: Invalid value: "a": must be an absolute path`,
    ],
    [
      "no path where one is compared",
      path({ path: "" }),
      `${PATH}.path: Invalid value: "": must be an absolute path`,
    ],
    [
      "a relative path of no type",
      path({ path: "a", pathType: "ImplementationSpecific" }),
      `${PATH}.path: Invalid value: "a": must be an absolute path`,
    ],
    [
      "a path with steps up",
      path({ path: "/a//b/../c/.." }),
      `${PATH}.path: Invalid value: "/a//b/../c/..": must not contain '//'`,
      `${PATH}.path: Invalid value: "/a//b/../c/..": must not contain '/../'`,
      `${PATH}.path: Invalid value: "/a//b/../c/..": cannot end with '/..'`,
    ],
    [
      "an encoded slash",
      path({ path: "/a%2Fb" }),
      `${PATH}.path: Invalid value: "/a%2Fb": must not contain '%2F'`,
    ],
    [
      "no backend",
      path({ backend: {} }),
      `${PATH}.backend: Invalid value: "": resource or service backend is required`,
    ],
    [
      "two backends",
      backend({ resource: { kind: "A", name: "a" } }),
      'spec.defaultBackend: Invalid value: "": cannot set both resource and service backends',
    ],
    [
      "a service without a name",
      backend({ service: { name: "" } }),
      "spec.defaultBackend.service.name: Required value",
    ],
    [
      "a service with a bad name",
      backend({ service: { name: "a.b" } }),
      'spec.defaultBackend.service.name: Invalid value: "a.b": must not contain dots',
    ],
    [
      "no port",
      backend({ service: { port: { number: null } } }),
      "spec.defaultBackend: Required value: port name or number is required",
    ],
    [
      "two ports",
      backend({ service: { port: { name: "http" } } }),
      'spec.defaultBackend: Invalid value: "": cannot set both port name & port number',
    ],
    [
      "a port too high",
      backend({ service: { port: { number: 65536 } } }),
      "spec.defaultBackend.service.port.number: Invalid value: 65536: must be between 1 and 65535, inclusive",
    ],
    [
      "a port with a bad name",
      backend({ service: { port: { number: null, name: "-a" } } }),
      'spec.defaultBackend.service.port.name: Invalid value: "-a": must not begin or end with a hyphen',
    ],
    [
      "an object without a name",
      backend({ service: null, resource: { kind: "a/b", name: "" } }),
      `spec.defaultBackend.resource.kind: Invalid value: "a/b": may not contain '/'`,
      "spec.defaultBackend.resource.name: Required value",
    ],
    [
      "a certificate of a bad name",
      { spec: { tls: [{ hosts: ["A"], secretName: "B" }] } },
      `spec.tls[0].hosts[0]: Invalid value: "A": ${SUBDOMAIN}`,
      `spec.tls[0].secretName: Invalid value: "B": ${SUBDOMAIN}`,
    ],
    [
      "a bad class",
      { spec: { ingressClassName: "A" } },
      `spec.ingressClassName: Invalid value: "A": ${SUBDOMAIN}`,
    ],
    [
      "two classes",
      {
        metadata: { annotations: { "kubernetes.io/ingress.class": "a" } },
        spec: { ingressClassName: "b" },
      },
      'annotations.kubernetes.io/ingress.class: Invalid value: "a": must match `ingressClassName` ' +
      "when both are specified",
    ],
  ],
  updates: [
    {
      name: "two classes, one of them later",
      from: { metadata: { annotations: { "kubernetes.io/ingress.class": "a" } } },
      to: { spec: { ingressClassName: "b" } },
    },
    {
      name: "to nothing to do",
      to: { spec: { defaultBackend: null } },
      causes: ["spec: Invalid value: null: either `defaultBackend` or `rules` must be specified"],
    },
    {
      name: "not its status",
      to: addresses({ ip: "10.0.0.1" }),
      becomes: { status: { loadBalancer: { ingress: null } } },
    },
    {
      name: "its status",
      through: "status",
      to: addresses({ ip: "10.0.0.1" }, { hostname: "a.b" }),
      becomes: addresses({ ip: "10.0.0.1" }, { hostname: "a.b" }),
    },
    {
      name: "not its specification through its status",
      through: "status",
      to: { spec: { ingressClassName: "b" } },
      becomes: { spec: { ingressClassName: null } },
    },
    {
      name: "what older rules took stays",
      from: {
        spec: {
          tls: [{ secretName: "A" }],
          rules: [{ host: "*.a", http: { paths: [{ path: "b", pathType: "Exact" }] } }],
        },
      },
      to: { metadata: { labels: { a: "b" } } },
    },
    {
      name: "nothing of it is new",
      to: {
        spec: {
          tls: [{ secretName: "A" }],
          rules: [{ host: "*.a", http: { paths: [] } }],
        },
      },
      causes: [
        "spec.rules[0].http.paths: Required value",
        `spec.tls[0].secretName: Invalid value: "A": ${SUBDOMAIN}`,
      ],
    },
    {
      name: "to a bad status",
      through: "status",
      to: addresses({ ip: "a" }, { ip: "010.0.0.1" }, { hostname: "1.2.3.4" }),
      causes: [
        'status.loadBalancer.ingress[0].ip: Invalid value: "a": must be a valid IP address, ' +
        "(e.g. 10.9.8.7 or 2001:db8::ffff)",
        'status.loadBalancer.ingress[1].ip: Invalid value: "010.0.0.1": must not have leading 0s',
        'status.loadBalancer.ingress[2].hostname: Invalid value: "1.2.3.4": must be a DNS name, ' +
        "not an IP address",
      ],
    },
    {
      name: "to addresses in other forms",
      through: "status",
      from: addresses({ ip: "010.0.0.1" }),
      to: addresses({ ip: "FD00::1" }, { hostname: "a" }, { ip: "010.0.0.1" }),
      warnings: [
        'status.loadBalancer.ingress[0]: IPv6 address "FD00::1" should be in RFC 5952 canonical ' +
        'format ("fd00::1")',
        'status.loadBalancer.ingress[2]: non-standard IP address "010.0.0.1" is invalid: use ' +
        '"10.0.0.1"',
      ],
    },
  ],
  rows: [
    ["bare", {}, { Class: "<none>", Hosts: "*", Address: "", Ports: "80" }],
    [
      "full",
      {
        spec: {
          ingressClassName: "a",
          tls: [{}],
          rules: ["a", "b", "c", "d", "e"].map((host) => ({ host })),
        },
        ...addresses({ hostname: "b.example" }, { ip: "10.0.0.1" }),
      },
      { Class: "a", Hosts: "a,b,c + 2 more...", Address: "10.0.0.1,b.example", Ports: "80, 443" },
    ],
    [
      "the last rule for all hosts",
      { spec: { rules: [{}, { host: "a" }, { host: "b" }, { host: "c" }, {}] } },
      { Hosts: "a,b,c + 2 more..." },
    ],
    [
      "the first rule for all hosts",
      { spec: { rules: [{}, { host: "a" }, { host: "b" }, { host: "c" }] } },
      { Hosts: "a,b,c" },
    ],
  ],
});

Deno.test("ingresses warn of the class in an annotation, when made", () => {
  const { warnings } = rulesOf("networking/v1", "ingresses", NAMES.orch);
  const object = { metadata: { annotations: { "orch.io/ingress.class": "a" } }, spec: {} };
  assertEquals(warnings?.(object, undefined), [
    "annotation \"orch.io/ingress.class\" is deprecated, please use 'spec.ingressClassName' instead",
  ]);
  assertEquals(warnings?.(object, object), []);
  assertEquals(warnings?.({ ...object, spec: { ingressClassName: "a" } }, undefined), []);
});

const parameters = (change: Record<string, unknown>) => ({
  spec: { parameters: { kind: "Settings", name: "a", ...change } },
});

testKind({
  group: "networking.k8s.io",
  resource: "ingressclasses",
  valid: { spec: { controller: "example.com/ingress" } },
  good: [["settings in a namespace", parameters({ scope: "Namespace", namespace: "a" })]],
  bad: [
    ["no controller", { spec: { controller: "" } }, "spec.controller: Required value"],
    [
      "a controller without a domain",
      { spec: { controller: "ingress" } },
      'spec.controller: Invalid value: "ingress": must be a domain-prefixed path (such as "acme.io/foo")',
    ],
    [
      "a long controller",
      { spec: { controller: `a.b/${"c".repeat(250)}` } },
      "spec.controller: Too long: may not be more than 250 bytes",
    ],
    ["settings of no kind", parameters({ kind: "" }), "spec.parameters.kind: Required value"],
    [
      "settings of a bad group",
      parameters({ apiGroup: "A" }),
      `spec.parameters.apiGroup: Invalid value: "A": ${SUBDOMAIN}`,
    ],
    [
      "settings of a bad name",
      parameters({ name: ".." }),
      `spec.parameters.name: Invalid value: "..": may not be '..'`,
    ],
    [
      "settings of another scope",
      parameters({ scope: "World" }),
      'spec.parameters.scope: Unsupported value: "World": supported values: "Cluster", "Namespace"',
    ],
    [
      "settings nowhere",
      parameters({ scope: "Namespace" }),
      "spec.parameters.namespace: Required value: `parameters.scope` is set to 'Namespace'",
    ],
    [
      "settings of all in a namespace",
      parameters({ namespace: "a" }),
      "spec.parameters.namespace: Forbidden: `parameters.scope` is set to 'Cluster'",
    ],
  ],
  defaults: [["a scope", parameters({}), { spec: { parameters: { scope: "Cluster" } } }]],
  updates: [{
    name: "its controller",
    to: { spec: { controller: "example.com/other" } },
    causes: ['spec.controller: Invalid value: "example.com/other": field is immutable'],
  }, {
    name: "no controller any more",
    to: { spec: { controller: null } },
    causes: [
      'spec.controller: Invalid value: "": field is immutable',
      "spec.controller: Required value",
    ],
  }],
  rows: [
    ["bare", {}, { Controller: "example.com/ingress", Parameters: "<none>" }],
    ["with settings", parameters({ apiGroup: "b.c" }), { Parameters: "Settings.b.c/a" }],
  ],
});
