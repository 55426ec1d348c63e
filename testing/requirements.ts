/**
 * Tests that need a program which a machine may lack. Without it they are skipped, by name;
 * where `CI=true` they fail instead, so that no machine that should have it passes unseen.
 *
 * @module
 */

/** A program that tests run. */
export interface Requirement {
  readonly program: string;
  /** The Debian package that has it; `./orch test` installs it where it may. */
  readonly debianPackage?: string;
  /** What to do where that is no way. */
  readonly hint: string;
  /** True for the one thing whose absence is never a failure. */
  readonly optional?: true;
}

/** All programs that some test needs. */
export const REQUIREMENTS = {
  etcd: {
    program: "etcd",
    debianPackage: "etcd-server",
    hint: "apt-get install etcd-server",
  },
  openssl: { program: "openssl", debianPackage: "openssl", hint: "apt-get install openssl" },
  curl: { program: "curl", debianPackage: "curl", hint: "apt-get install curl" },
  kubectl: {
    program: "kubectl",
    hint: "see the project's page on installing kubectl",
    optional: true,
  },
  go: {
    program: "go",
    hint: "see the project's page on installing Go",
    optional: true,
  },
  node: {
    program: "node",
    hint: "see the project's page on installing Node.js",
    optional: true,
  },
  java: {
    program: "java",
    hint: "apt-get install openjdk-17-jre-headless",
    optional: true,
  },
  maven: {
    program: "mvn",
    hint: "apt-get install maven",
    optional: true,
  },
  cargo: {
    program: "cargo",
    hint: "see the project's page on installing Rust",
    optional: true,
  },
  prometheus: {
    program: "prometheus",
    hint: "apt-get install prometheus",
    optional: true,
  },
  denokv: {
    program: "denokv",
    hint: "cargo install denokv",
    optional: true,
  },
} as const satisfies Record<string, Requirement>;

/** The name of a {@link REQUIREMENTS} entry. */
export type RequirementName = keyof typeof REQUIREMENTS;

/** Where `program` is on PATH, or undefined. */
export function findProgram(program: string): string | undefined {
  for (const folder of (Deno.env.get("PATH") ?? "").split(":")) {
    const path = `${folder || "."}/${program}`;
    try {
      const info = Deno.statSync(path);
      if (info.isFile && (info.mode === null || (info.mode & 0o111) !== 0)) return path;
    } catch (error) {
      if (
        !(error instanceof Deno.errors.NotFound) && !(error instanceof Deno.errors.NotADirectory)
      ) {
        throw error;
      }
    }
  }
  return undefined;
}

/** The requirements among `names` that this machine lacks. */
export function missing(names: readonly RequirementName[]): Requirement[] {
  return names.map((name): Requirement => REQUIREMENTS[name])
    .filter(({ program }) => findProgram(program) === undefined);
}

/** Declares a test that runs where all of `needs` are there. */
export function testWith(
  needs: readonly RequirementName[],
  name: string,
  run: (context: Deno.TestContext) => void | Promise<void>,
): void {
  const lacking = missing(needs);
  if (lacking.length === 0) {
    Deno.test(name, run);
    return;
  }
  const why = lacking.map(({ program, hint }) => `${program} (${hint})`).join(", ");
  const fails = Deno.env.get("CI") === "true" && lacking.some(({ optional }) => !optional);
  Deno.test({
    name: `${name} [needs ${why}]`,
    ignore: !fails,
    fn: () => {
      throw new Error(`missing on this machine: ${why}`);
    },
  });
}

/** True in `./orch test --slow`, where a test repeats itself more often. */
export function slowTests(): boolean {
  return Deno.env.get("ORCH_TEST_SLOW") === "1";
}

/** How long a soak lasts unless the environment says otherwise. */
const SOAK_MINUTES = 3;

/** How many minutes a soak lasts: `ORCH_SOAK_MINUTES`, or 3. Throws where that is no number above 0. */
export function soakMinutes(): number {
  const text = Deno.env.get("ORCH_SOAK_MINUTES");
  if (text === undefined || text === "") return SOAK_MINUTES;
  const minutes = Number(text);
  if (minutes > 0 && Number.isFinite(minutes)) return minutes;
  throw new Error(`ORCH_SOAK_MINUTES is ${text}: set it to a number of minutes above 0`);
}

/** How often more a random test tries in the long tier. */
const SLOW_FACTOR = 20;

/** How many cases a random test tries: `count`, and many more in `./orch test --slow`. */
export function runs(count: number): number {
  return slowTests() ? count * SLOW_FACTOR : count;
}
