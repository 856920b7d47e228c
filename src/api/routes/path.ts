/**
 * Whether an id in a path is empty, `.` or `..`. Such a path leads elsewhere: parsers of addresses drop dots together with
 * the segment before them (RFC 3986, section 5.2.4), and a path that ends early is that of a list.
 */
export const lacksId = (path: string): boolean =>
  path
    .replace(/^\/|\?.*/gs, "")
    .split("/")
    .some((part) => part === "" || part === "." || part === "..");
