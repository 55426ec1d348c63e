/**
 * What every process uses.
 *
 * @module
 */

import process from "node:process";
import type { Stability } from "./metric.ts";
import type { Registry } from "./registry.ts";

/**
 * Declares memory, processor time, files, network and start time of this process: what is not declared yet,
 * and what it may read of itself. Nobody is asked for a permission.
 */
export function registerProcessMetrics(registry: Registry): void {
  const declare: Declare = (type, name, help, read, stability = "STABLE") => {
    if (!registry.has(name)) registry.observed(type, { name, help, stability }, read);
  };
  const startSeconds = performance.timeOrigin / 1000;
  declare(
    "gauge",
    "process_start_time_seconds",
    "When the process started, in seconds since 1970-01-01 UTC.",
    () => startSeconds,
  );
  declare(
    "gauge",
    "process_resident_memory_bytes",
    "Memory of the process that is in RAM, in bytes.",
    () => Deno.memoryUsage().rss,
  );
  declare(
    "gauge",
    "process_heap_bytes",
    "Memory of the JavaScript heap that is in use, in bytes.",
    () => Deno.memoryUsage().heapUsed,
    "ALPHA",
  );
  declare(
    "counter",
    "process_cpu_seconds_total",
    "CPU time that the process has used, its own and the system's, in seconds.",
    cpuSeconds,
  );
  if (Deno.build.os === "linux") registerLinuxMetrics(declare);
}

/** Declares a metric. */
type Declare = (
  type: "counter" | "gauge",
  name: string,
  help: string,
  read: () => number | undefined,
  stability?: Stability,
) => void;

/** Declares what `/proc` tells. */
function registerLinuxMetrics(declare: Declare): void {
  const permission = { name: "read", path: "/proc/self" } as const;
  if (Deno.permissions.querySync(permission).state !== "granted") return;
  const declareReadable = (type: "counter" | "gauge") =>
  (
    ...[name, help, read]: [name: string, help: string, read: () => number]
  ) => {
    // Most of it is for those alone who may do everything.
    if (ifRead(read) !== undefined) declare(type, name, help, () => ifRead(read));
  };
  const gauge = declareReadable("gauge");
  const counter = declareReadable("counter");
  gauge(
    "process_open_fds",
    "Number of file descriptors that are open.",
    () => [...Deno.readDirSync("/proc/self/fd")].length,
  );
  gauge(
    "process_max_fds",
    "Most file descriptors that may be open.",
    () => limit("Max open files"),
  );
  gauge(
    "process_virtual_memory_bytes",
    "Addresses that the process uses, in bytes.",
    () => 1024 * Number(/^VmSize:\s+(\d+) kB$/m.exec(own("status"))?.[1]),
  );
  gauge(
    "process_virtual_memory_max_bytes",
    "Most addresses that the process may use, in bytes.",
    () => limit("Max address space"),
  );
  counter(
    "process_network_receive_bytes_total",
    "Bytes that came over the network that the process is in.",
    () => octets("InOctets"),
  );
  counter(
    "process_network_transmit_bytes_total",
    "Bytes that went out over the network that the process is in.",
    () => octets("OutOctets"),
  );
}

/**
 * A value, where there is one: a process that has no descriptor left to look with shows all its other metrics, which
 * tell why.
 */
function ifRead(read: () => number): number | undefined {
  try {
    const value = read();
    return Number.isNaN(value) ? undefined : value;
  } catch {
    return undefined;
  }
}

function own(file: string): string {
  return Deno.readTextFileSync(`/proc/self/${file}`);
}

/** What Go's clients say where there is no limit. */
const UNLIMITED = 2 ** 64;

/** The limit that the process is held to now. */
function limit(name: string): number {
  const value = new RegExp(`^${name}\\s+(\\S+)`, "m").exec(own("limits"))?.[1];
  return value === "unlimited" ? UNLIMITED : Number(value);
}

/** A number of the table `IpExt`, whose first line has the names. */
function octets(name: string): number {
  const [names = [], values = []] = own("net/netstat").split("\n")
    .filter((line) => line.startsWith("IpExt:")).map((line) => line.split(" "));
  return Number(values[names.indexOf(name)]);
}

function cpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}
