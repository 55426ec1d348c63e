import { VirtualClock } from "../../testing/virtual_clock.ts";
import { assert, assertEquals } from "../deps/assert.ts";
import { API_LEVEL } from "../version.ts";
import { ComponentPages } from "./component_pages.ts";

function pages(dialect: "orch" | "kubernetes" = "kubernetes") {
  const clock = new VirtualClock(Date.UTC(2026, 0, 2, 3, 4, 5));
  const flags = { "bind-address": "0.0.0.0", v: "2" };
  const component = { name: "scheduler", flags, paths: ["/healthz", "/metrics"], dialect, clock };
  return { clock, pages: new ComponentPages(component) };
}

Deno.test("/flagz and /statusz are text for whoever asks for nothing else", async () => {
  const { clock, pages: all } = pages();
  await clock.run(3_723_000);
  for (const accept of [undefined, "", " ", "*/*", "text/html, text/plain;q=0.5"]) {
    const { status, body } = all.answer("/flagz", { accept })!;
    assertEquals(status, 200);
    const [title, , , ...lines] = String(body).trimEnd().split("\n");
    assertEquals(title, "scheduler flagz");
    assertEquals(lines, ["bind-address: 0.0.0.0", "v: 2"]);
  }
  const shown = String(all.answer("/statusz", {})!.body);
  for (
    const line of [
      "Started: 2026-01-02T03:04:05.000Z",
      "Up: 1 hr 02 min 03 sec",
      `Binary version: ${API_LEVEL.slice(1)}+orch-`,
      "Paths: /healthz /metrics",
    ]
  ) assert(shown.includes(`\n${line}`), `${line} in ${shown}`);
});

Deno.test("/flagz and /statusz are objects for programs that say which", async () => {
  const { clock, pages: all } = pages();
  await clock.run(90_500);
  const json = all.answer("/statusz", {
    accept: "application/json;v=v1beta1;g=config.k8s.io;as=Statusz",
  })!;
  assertEquals(
    json.headers!["content-type"],
    "application/json;g=config.k8s.io;v=v1beta1;as=Statusz",
  );
  const { binaryVersion: _, emulationVersion: _emulated, ...object } = JSON.parse(
    String(json.body),
  );
  assertEquals("warning" in json.headers!, false);
  assertEquals(object, {
    kind: "Statusz",
    apiVersion: "config.k8s.io/v1beta1",
    metadata: { name: "scheduler" },
    startTime: "2026-01-02T03:04:05Z",
    uptimeSeconds: 90,
    paths: ["/healthz", "/metrics"],
  });
  const yaml = all.answer("/flagz", {
    accept: "application/yaml;as=Flagz;g=config.k8s.io;v=v1alpha1",
  })!;
  assertEquals(yaml.headers!.warning, '299 - "v1alpha1 Flagz is deprecated: ask for v1beta1"');
  assert(String(yaml.body).includes("bind-address: 0.0.0.0"), String(yaml.body));
});

Deno.test("/flagz comes in the form that is wanted most", () => {
  const json = "application/json;v=v1beta1;g=config.k8s.io;as=Flagz";
  const cases: [accept: string, type: RegExp][] = [
    [`*/*;q=0.1, ${json}`, /json/],
    [`${json};q=0.5, text/plain;q=0.4`, /json/],
    [`${json};q=0.5, text/plain`, /plain/],
    [`${json}, text/plain`, /json/],
    [`${json};q=0, */*;q=0.001`, /plain/],
  ];
  for (const [accept, type] of cases) {
    const found = String(pages().pages.answer("/flagz", { accept })!.headers!["content-type"]);
    assert(type.test(found), `${accept}: ${found}`);
  }
});

const REFUSED = {
  "JSON of no kind": "application/json",
  "the other page's": "application/json;v=v1beta1;g=config.k8s.io;as=Statusz",
  "a group of the other dialect": "application/json;v=v1beta1;g=config.orch.io;as=Flagz",
  "a version that is none": "application/json;v=v9;g=config.k8s.io;as=Flagz",
  "another form": "text/html",
  "what is not wanted": "text/plain;q=0, text/html",
};

for (const [name, accept] of Object.entries(REFUSED)) {
  Deno.test(`/flagz refuses ${name}`, () => {
    assertEquals(pages().pages.answer("/flagz", { accept })!.status, 406);
  });
}

Deno.test("there are no pages below them", () => {
  for (const path of ["/flagz/", "/statusz/x", "/", "/toString"]) {
    assertEquals(pages().pages.answer(path, {}), undefined);
  }
});
