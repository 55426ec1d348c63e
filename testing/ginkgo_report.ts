/**
 * What Ginkgo reports of the specs that it ran.
 *
 * @module
 */

/** One spec, or something that is done before or after specs. */
export interface SpecReport {
  readonly ContainerHierarchyTexts: readonly string[] | null;
  readonly LeafNodeText: string;
  readonly LeafNodeType: string;
  readonly State: string;
  readonly NumAttempts: number;
  readonly Failure?: { readonly Message: string };
}

/** All that a report's file tells of. */
export async function readSpecReports(path: string): Promise<SpecReport[]> {
  const suites = JSON.parse(await Deno.readTextFile(path)) as {
    SpecReports?: SpecReport[] | null;
  }[];
  return suites.flatMap(({ SpecReports }) => SpecReports ?? []);
}

/** What a spec is called. */
export function specName(
  { ContainerHierarchyTexts, LeafNodeText, LeafNodeType }: SpecReport,
): string {
  return [...ContainerHierarchyTexts ?? [], LeafNodeText || LeafNodeType].join(" ");
}

/** Whether it ran, and did not end well. */
export function hasFailed({ State }: SpecReport): boolean {
  return !["passed", "skipped", "pending"].includes(State);
}
