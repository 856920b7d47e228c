/** The tools that `monitorctl import` reads files of. */
export const importTools = [
  "gatus",
  "healthchecks",
  "uptime-kuma",
  "better-stack",
  "checkly",
  "uptimerobot",
] as const;
