/** PagerDuty's answer to an event. */
export const processed = (dedup_key: string) =>
  ({ status: "success", message: "Event processed", dedup_key }) as const;
