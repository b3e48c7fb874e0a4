/** Preloaded into a measured process: says on its way out how much memory it took. */
process.on('exit', () => {
  process.stderr.write(`peak memory ${Math.round(process.resourceUsage().maxRSS / 1024)} MiB\n`);
});
