/**
 * What the audit logs of both servers say of the requests that they were sent.
 *
 * @module
 */

import { type Difference, differences } from "./compare.ts";
import type { Json, Normalizer } from "./normalize.ts";
import type { Side } from "./servers.ts";
import type { Exchange } from "./session.ts";

/** All that can be recorded of each request. */
const POLICY = `
apiVersion: audit.k8s.io/v1
kind: Policy
rules:
- {level: RequestResponse}
`;

/** A record as it stands in a log. */
type AuditRecord = { [name: string]: Json };

/** The records of a server, by the requests' ids. */
export type Records = ReadonlyMap<string, readonly AuditRecord[]>;

/** The logs of a pair that runs, in a folder. */
export class AuditLogs {
  readonly #folder: string;

  private constructor(folder: string) {
    this.#folder = folder;
  }

  /** Writes what is to be recorded. */
  static async prepare(folder: string): Promise<AuditLogs> {
    await Deno.writeTextFile(`${folder}/records.yaml`, POLICY);
    return new AuditLogs(folder);
  }

  /** What a side is told. */
  flags(side: Side): string[] {
    return [
      `--audit-policy-file=${this.#folder}/records.yaml`,
      `--audit-log-path=${this.#path(side)}`,
      "--audit-log-maxsize=0",
    ];
  }

  /** What a side has recorded until now. */
  async read(side: Side): Promise<Records> {
    const records = new Map<string, AuditRecord[]>();
    const file = await Deno.open(this.#path(side));
    let rest = "";
    for await (const text of file.readable.pipeThrough(new TextDecoderStream())) {
      const lines = (rest + text).split("\n");
      rest = lines.pop()!;
      for (const line of lines) {
        const record: AuditRecord = JSON.parse(line);
        const id = String(record.auditID);
        const before = records.get(id);
        if (before === undefined) records.set(id, [record]);
        else before.push(record);
      }
    }
    return records;
  }

  #path(side: Side): string {
    return `${this.#folder}/records-${side}.log`;
  }
}

/** A request of both, and how values of the servers' own are shown. */
export interface Recorded {
  readonly exchanges: Readonly<Record<Side, Exchange>>;
  readonly views: Readonly<Record<Side, Normalizer>>;
  /** Whether the answers were the same: what is recorded of them has to be, then. */
  readonly sameAnswers: boolean;
}

/** What differs between the records of a request: of what the answers differ in, they do too. */
export function differencesOfRecords(
  { exchanges, views, sameAnswers }: Recorded,
  records: Readonly<Record<Side, Records>>,
): Difference[] {
  const shown = (side: Side) => {
    const exchange = exchanges[side];
    const found = records[side].get(exchange.answer.headers.get("audit-id") ?? "") ?? [];
    const body = found.map((record) => withoutChance(record, sameAnswers));
    return { status: 0, headers: {}, body: views[side].value({ records: body }, exchange) };
  };
  return differences(shown("ours"), shown("reference"))
    // Members of a record are found by their names.
    .filter(({ where }) => !where.startsWith("order of "))
    .map(({ where, ...values }) => ({
      where: where.replace(/^body \.records/, "record "),
      ...values,
    }));
}

/** What a server was asked with that it had said itself. */
const ASKED = /([?&](?:resourceVersion|continue)=)[^&]{2,}/g;

function withoutChance(
  { responseObject, responseStatus, annotations = {}, requestReceivedTimestamp: _, ...record }:
    AuditRecord,
  sameAnswers: boolean,
): AuditRecord {
  const code = (responseStatus as AuditRecord | undefined)?.code;
  const told = Object.entries(annotations as AuditRecord)
    // How long something takes is the machine's business.
    .filter(([key]) => !key.startsWith("apiserver.latency."));
  return {
    ...record,
    requestURI: String(record.requestURI).replaceAll(ASKED, "$1<asked>"),
    annotations: Object.fromEntries(told),
    ...(sameAnswers
      ? {
        ...(responseObject !== undefined && { responseObject }),
        ...(responseStatus !== undefined && { responseStatus }),
      }
      : code !== undefined && { responseStatus: { code } }),
  };
}
