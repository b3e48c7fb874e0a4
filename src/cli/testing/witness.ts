/**
 * Prints the most memory that the process ever had, in MB, as its last word. Linux tells it of the program alone;
 * what `resourceUsage` tells begins with what its parent had.
 */
export const witness = `data:text/javascript,${encodeURIComponent(
  'import { isMainThread } from "node:worker_threads"; import { readFileSync } from "node:fs";' +
    'const peak = () => { try { return /VmHWM:\\s*(\\d+)/.exec(readFileSync("/proc/self/status", "utf8"))[1]; }' +
    ' catch { return process.resourceUsage().maxRSS; } };' +
    'if (isMainThread) process.on("exit", () => console.error("maxRSS " + peak() / 1024));',
)}`;

/** MB, of what a process said on standard error that had the witness with it. */
export function mostMemoryIn(told: string): number {
  return Number(/maxRSS ([\d.]+)/.exec(told)?.[1]);
}
