/**
 * `/statusz` and `/flagz`: what a process is and what it was told, for people as text, for programs as objects.
 *
 * @module
 */

import type { Clock } from "../clock.ts";
import { encodeYaml } from "../codec/mod.ts";
import { type Dialect, NAMES } from "../names.ts";
import { servedVersion } from "../process/served_version.ts";
import type { Headers, HttpResponse } from "../serving/mod.ts";

/** A process as its pages tell of it. */
export interface DescribedComponent {
  /** `apiserver`, `kube-scheduler`. */
  readonly name: string;
  /** Flags in force, as text, by their names. */
  readonly flags: Readonly<Record<string, string>>;
  /** Paths of what else there is to see. */
  readonly paths: readonly string[];
  readonly dialect: Dialect;
  readonly clock: Clock;
}

/** One page: its facts by name, as its object has them. */
interface Page {
  readonly kind: "Flagz" | "Statusz";
  facts(): Readonly<Record<string, unknown>>;
  /** A line each. */
  text(): readonly string[];
}

/** Versions of the objects, and which of them are on their way out. */
const NEWEST = "v1beta1";
const VERSIONS: ReadonlyMap<string | undefined, "current" | "deprecated"> = new Map([
  ["v1alpha1", "deprecated"],
  [NEWEST, "current"],
]);

const WARNING =
  "Warning: this page is for people who look for a fault. Its form may change with any " +
  "version; programs ask for an object by their Accept header.";

/** Answers `/flagz` and `/statusz`. */
export class ComponentPages {
  readonly #component: DescribedComponent;
  readonly #pages: Readonly<Record<string, Page>>;

  constructor(component: DescribedComponent) {
    const { flags, paths, dialect, clock } = component;
    this.#component = component;
    const startedMs = clock.now();
    const began = clock.monotonic();
    const version = servedVersion(dialect);
    const binaryVersion = version.gitVersion!.replace(/^v/, "");
    const emulationVersion = `${version.emulationMajor}.${version.emulationMinor}`;
    const upSeconds = () => Math.floor((clock.monotonic() - began) / 1000);
    this.#pages = {
      "/flagz": {
        kind: "Flagz",
        facts: () => ({ flags }),
        text: () => Object.entries(flags).map(([name, value]) => `${name}: ${value}`),
      },
      "/statusz": {
        kind: "Statusz",
        facts: () => ({
          startTime: new Date(startedMs).toISOString().replace(/\.\d+Z$/, "Z"),
          uptimeSeconds: upSeconds(),
          binaryVersion,
          emulationVersion,
          paths,
        }),
        text: () => [
          `Started: ${new Date(startedMs).toISOString()}`,
          `Up: ${hoursOf(upSeconds())}`,
          `Runtime: ${version.compiler}`,
          `Binary version: ${binaryVersion}`,
          `Emulation version: ${emulationVersion}`,
          `Paths: ${paths.join(" ")}`,
        ],
      },
    };
  }

  /** The answer for a path, in the form that a request accepts; undefined for a path that is none of these. */
  answer(path: string, { accept }: Headers): HttpResponse | undefined {
    const page = Object.hasOwn(this.#pages, path) ? this.#pages[path] : undefined;
    if (page === undefined) return undefined;
    const text = accept === undefined ? "" : [accept].flat().join(",").trim();
    for (const range of text === "" ? ["*/*"] : preferred(text.split(","))) {
      const answer = this.#inForm(page, range);
      if (answer !== undefined) return answer;
    }
    return {
      status: 406,
      headers: { "content-type": "text/plain; charset=utf-8", "x-content-type-options": "nosniff" },
      body: `there are text/plain and, as ${page.kind}, application/json and application/yaml\n`,
    };
  }

  #inForm(page: Page, range: string): HttpResponse | undefined {
    const [type = "", ...parameters] = range.split(";").map((part) => part.trim().toLowerCase());
    if (type === "*/*" || type === "text/*" || type === "text/plain") {
      const lines = [
        `${this.#component.name} ${page.kind.toLowerCase()}`,
        WARNING,
        "",
        ...page.text(),
      ];
      return answered("text/plain; charset=utf-8", `${lines.join("\n")}\n`);
    }
    const isJson = type === "application/json";
    if (!isJson && type !== "application/yaml") return undefined;
    const asked = new Map(parameters.map((one) => one.split("=", 2) as [string, string]));
    const group = `config.${NAMES[this.#component.dialect].groupSuffix}`;
    const version = asked.get("v");
    const isAsked = asked.get("as") === page.kind.toLowerCase() && asked.get("g") === group &&
      VERSIONS.has(version);
    if (!isAsked) return undefined;
    const object = {
      kind: page.kind,
      apiVersion: `${group}/${version}`,
      metadata: { name: this.#component.name },
      ...page.facts(),
    };
    const body = isJson ? `${JSON.stringify(object)}\n` : encodeYaml(object);
    const answer = answered(`${type};g=${group};v=${version};as=${page.kind}`, body);
    if (VERSIONS.get(version) === "current") return answer;
    const warning = `299 - "${version} ${page.kind} is deprecated: ask for ${NEWEST}"`;
    return { ...answer, headers: { ...answer.headers, warning } };
  }
}

/** The forms that are wanted, the dearest first. */
function preferred(ranges: readonly string[]): string[] {
  const weighed = ranges.map((range) => {
    const weight = /;\s*q\s*=\s*([\d.]+)/i.exec(range)?.[1];
    return { range, weight: weight === undefined ? 1 : Number(weight) || 0 };
  });
  return weighed.filter(({ weight }) => weight > 0).sort((a, b) => b.weight - a.weight)
    .map(({ range }) => range);
}

function answered(type: string, body: string): HttpResponse {
  const headers = { "content-type": type, "x-content-type-options": "nosniff" };
  return { status: 200, headers, body };
}

function hoursOf(seconds: number): string {
  const two = (number: number) => String(Math.floor(number)).padStart(2, "0");
  return `${Math.floor(seconds / 3600)} hr ${two(seconds % 3600 / 60)} min ${
    two(seconds % 60)
  } sec`;
}
