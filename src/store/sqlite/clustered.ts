/**
 * The tables that SQLite keeps in the order of their primary key (WITHOUT ROWID): those whose rows are small, come with
 * every report, and are found by their key. Otherwise the key is an index beside the rows, so that each row changes two
 * pages in two places.
 */
export const clusteredTables: readonly string[] = ["arrivals", "error_minutes"];
