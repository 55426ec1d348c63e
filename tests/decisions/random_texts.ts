/**
 * Random paths, selectors, files and headers: mostly right, put together of few parts, some of them spoiled.
 *
 * @module
 */

import { Choices } from "./choices.ts";

const SEGMENTS = [
  "api",
  "apis",
  "v1",
  "v1beta1",
  "apps",
  "namespaces",
  "shop",
  "pods",
  "deployments",
]
  .concat([
    "watch",
    "proxy",
    "status",
    "finalize",
    "log",
    "exec",
    "a",
    "",
    ".",
    "..",
    "%2F",
    "%70ods",
  ])
  .concat(["a%2Fb", "é", "%C3%A9", "a b", "healthz", "scale", "x:y", "~", "%25"]);
const QUERIES = [
  "",
  "?",
  "?watch=true",
  "?watch=1",
  "?watch=false",
  "?watch=0",
  "?watch",
  "?watch=x",
]
  .concat([
    "?watch=False",
    "?fieldSelector=metadata.name%3Da",
    "?fieldSelector=metadata.name=a,x=y",
  ])
  .concat([
    "?fieldSelector=metadata.name!=a",
    "?fieldSelector=metadata.name%3D..",
    "?fieldSelector=,",
  ])
  .concat(["?fieldSelector=metadata.name=a&watch=true", "?limit=x&fieldSelector=metadata.name=a"])
  .concat([
    "?fieldSelector=metadata.name=a/b",
    "?labelSelector=a&watch=true&watch=false",
    "?%77atch=true",
  ]);
const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"];

const KEYS = ["a", "b", "example.com/a", "a.b/c", "A_b", "-a", "a b", "", "a/b/c", "x".repeat(64)];
const VALUES = ["", "x", "y", "1", "2", "10", "-1", "1.5", "x.y", "-x", "é", "x".repeat(64), "x y"];
const FIELD_VALUES = [...VALUES, "a\\\\,b", "a\\\\=b", "a\\\\", "\\\\\\\\"];

/** Makes texts and objects. */
export class RandomTexts extends Choices {
  /** A request's method and URL. */
  path(): { readonly method: string; readonly url: string } {
    const start = this.one([
      "/api/v1",
      "/apis/apps/v1",
      "/api",
      "/apis",
      "",
      "//api//v1",
      "/%61pi/v1",
    ]);
    const parts = this.many(5, () => this.one(SEGMENTS));
    const end = this.chance(0.2) ? "/" : "";
    return {
      method: this.one(METHODS),
      url: `${start}/${parts.join("/")}${end}${this.one(QUERIES)}`,
    };
  }

  labels(): Record<string, string> {
    return Object.fromEntries(
      this.many(3, () => [this.one(KEYS.slice(0, 5)), this.one(VALUES)]),
    );
  }

  labelSelector(): string {
    const requirement = () => {
      const key = this.one(this.chance(0.9) ? KEYS.slice(0, 5) : KEYS);
      const value = this.one(this.chance(0.9) ? VALUES.slice(0, 9) : VALUES);
      const space = this.one(["", "", "", " ", "\t"]);
      const set = this.many(3, () => this.one(VALUES.slice(0, 9))).join(`,${space}`);
      return this.one([
        key,
        `!${space}${key}`,
        `${key}${space}=${space}${value}`,
        `${key}==${value}`,
        `${key}${space}!=${space}${value}`,
        `${key}${space}>${space}${value}`,
        `${key}<${value}`,
        `${key} in ${space}(${set})`,
        `${key} notin (${set}${space})`,
        `${key} in (${value}`,
        `${key} ${value}`,
        `${key} in`,
      ]);
    };
    return this.#spoiled(this.many(3, requirement).join(this.one([",", ", ", ",,"])));
  }

  fieldSelector(): string {
    const requirement = () => {
      const operator = this.one(["=", "==", "!=", "=", "==", "<", ""]);
      return `${this.one(["metadata.name", "spec.x", "a", ""])}${operator}${
        this.one(FIELD_VALUES)
      }`;
    };
    return this.#spoiled(this.many(3, requirement).join(this.one([",", ",", ", ", ",,"])));
  }

  fields(): Record<string, string> {
    return Object.fromEntries(
      ["metadata.name", "spec.x", "a"].flatMap((field) =>
        this.chance(0.7) ? [[field, this.one([...VALUES, "a,b", "a=b", "\\"])]] : []
      ),
    );
  }

  objectSelector(): unknown {
    if (this.chance(0.1)) return this.chance(0.5) ? null : {};
    return {
      ...(this.chance(0.6) && { matchLabels: this.labels() }),
      ...(this.chance(0.7) && {
        matchExpressions: this.many(2, () => ({
          key: this.one(KEYS.slice(0, 6)),
          operator: this.one(["In", "NotIn", "Exists", "DoesNotExist", "Gt", ""]),
          ...(this.chance(0.7) && { values: this.many(2, () => this.one(VALUES.slice(0, 11))) }),
        })),
      }),
    };
  }

  /** A file of tokens. */
  tokens(): string {
    const cell = () => {
      const text = this.one([
        "t",
        "u",
        "jane",
        " jane",
        "",
        "1",
        "dev",
        "dev,ops",
        'a"b',
        "é",
        "#x",
        "a\nb",
      ]);
      if (this.chance(0.05)) return text;
      return /[,"\n]/.test(text) || this.chance(0.2) ? `"${text.replaceAll('"', '""')}"` : text;
    };
    const line = () =>
      [this.one(["t", "u", '"t"', ""]), ...this.many(3, cell)].join(this.one([",", ",", ","]));
    return this.many(3, () => this.chance(0.1) ? this.one(["", " ", "\r"]) : line())
      .join(this.one(["\n", "\n", "\r\n"])) + this.one(["", "\n"]);
  }

  /** Headers that a proxy sends. */
  headers(): readonly (readonly [name: string, value: string])[] {
    const name = () =>
      this.one(
        ["X-Remote-User", "x-remote-user", "X-Other-User", "X-Remote-Uid", "X-Remote-Group"]
          .concat([
            "x-other-group",
            "X-Remote-Extra-Scopes",
            "x-remote-extra-a%2fb",
            "X-Remote-Extra-",
          ])
          .concat(["X-Other-Key", "X-Remote-Extra-%zz", "X-Remote-Extra-%C3%A9", "X-Something"]),
      );
    const value = () => this.one(["jane", "", "dev", "a,b", "x y", "%41"]);
    return this.many(6, () => [name(), value()] as const);
  }

  #spoiled(text: string): string {
    if (!this.chance(0.1)) return text;
    const at = this.below(text.length + 1);
    return text.slice(0, at) + this.one(["(", ")", ",", "=", "!", " ", "é", "\\"]) +
      text.slice(at);
  }
}
