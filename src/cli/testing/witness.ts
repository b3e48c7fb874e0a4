/**
 * Prints the most memory that the process ever had, in MB, and the CPU time that it took, in ms, as its last words.
 * Linux tells the memory of the program alone; what `resourceUsage` tells begins with what its parent had.
 */
export const witness = `data:text/javascript,${encodeURIComponent(
  'import { isMainThread } from "node:worker_threads"; import { readFileSync } from "node:fs";' +
    'const peak = () => { try { return /VmHWM:\\s*(\\d+)/.exec(readFileSync("/proc/self/status", "utf8"))[1]; }' +
    ' catch { return process.resourceUsage().maxRSS; } };' +
    'const cpu = () => { const { user, system } = process.cpuUsage(); return (user + system) / 1000; };' +
    'if (isMainThread) process.on("exit", () => console.error("maxRSS " + peak() / 1024 + " cpu " + cpu()));',
)}`;

/** MB, of what a process said on standard error that had the witness with it. */
export function mostMemoryIn(told: string): number {
  return Number(/maxRSS ([\d.]+)/.exec(told)?.[1]);
}

/** Milliseconds of CPU time, which other work on the machine hardly lengthens, of what such a process said. */
export function cpuTimeIn(told: string): number {
  return Number(/maxRSS [\d.]+ cpu ([\d.]+)/.exec(told)?.[1]);
}
