/** Names of variables for secrets, such as `SHOP_AUTHORIZATION`. Pure. */

/** Names that are taken, each for one secret. */
export class VariableNames {
  private readonly taken: Set<string>;

  /** `taken`: names that already mean something else. */
  constructor(taken: Iterable<string> = []) {
    this.taken = new Set(taken);
  }

  /** A free name for the secret of a resource in this part of it. */
  of(id: string, part: string): string {
    const name = `${id}_${part}`
      .replace(/[^A-Za-z0-9]+/g, "_")
      .toUpperCase()
      .replace(/^(?=\d)|^_/, "M_");
    let free = name;
    for (let count = 2; this.taken.has(free); count += 1) free = `${name}_${count}`;
    this.taken.add(free);
    return free;
  }

  /** All of them. */
  names(): string[] {
    return [...this.taken];
  }
}
