import { Document, isMap, isSeq } from "yaml";
import { resourceKinds } from "../../../core/model/model.ts";
import { mask } from "../../../core/declare/secrets.ts";
import type { Use } from "../../../manifest/variables.ts";
import type { Call, Run } from "../../call/call.ts";
import { invalidFiles, parseFiles, type Declared } from "../../declare/declare.ts";
import { exitCodes } from "../../call/exit.ts";
import { tableText } from "../../output/table.ts";
import { redact } from "../../connect/redact.ts";
import { jsonText, wantsJson } from "../../call/structured.ts";

/** Shows the resolved manifest: files merged, variables and defaults filled in, secrets masked. */
export const run: Run = async (call) => {
  const { io, options } = call;
  const parsed = await parseFiles(call);
  if (options["variables"] === true) {
    io.stdout.write(variables(call, parsed.uses));
    return exitCodes.done;
  }
  if (!parsed.ok) throw invalidFiles(parsed.issues, parsed.warnings);
  const shown = masked(parsed);
  io.stdout.write(wantsJson(call) ? jsonText(shown) : withPlaces(shown, parsed));
  return exitCodes.done;
};

type RenderedDeclaration = Record<string, unknown>;

function masked({ declaration, secrets }: Declared): RenderedDeclaration {
  const shown: RenderedDeclaration = { version: 1, project: declaration.project };
  for (const kind of resourceKinds) {
    const list = declaration[kind];
    if (list) shown[kind] = list.map((item) => redact(mask(kind, item), secrets));
  }
  return shown;
}

/** As YAML, each resource with the place that declares it. */
function withPlaces(shown: RenderedDeclaration, { declaration, places }: Declared): string {
  const document = new Document(shown);
  for (const kind of resourceKinds) {
    const list = isMap(document.contents) ? document.contents.get(kind, true) : null;
    if (!isSeq(list)) continue;
    for (const [index, node] of list.items.entries()) {
      const { external_id } = declaration[kind]![index]!;
      const place = places.lineOf(kind, external_id);
      if (isMap(node) && place !== null) node.commentBefore = ` ${place}`;
    }
  }
  return document.toString({ lineWidth: 0 });
}

/** Every variable and file that is asked for, once, with the places that ask. Values are not shown. */
function variables(call: Call, uses: readonly Use[]): string {
  const { style } = call;
  const byName = Map.groupBy(uses, ({ name }) => name);
  const rows = [...byName].map(([name, all]) => ({
    name,
    state: all.find(({ state }) => state === "unset")?.state ?? all[0]!.state,
    places: all.map(({ place }) => `${place.file}:${place.line}`),
  }));
  if (wantsJson(call)) return jsonText(rows);
  if (rows.length === 0) return "The files ask for no variables.\n";
  return tableText(
    ["NAME", "VALUE", "ASKED FOR IN"],
    rows.map(({ name, state, places }) => [
      name,
      { text: state, paint: state === "unset" ? style.red : (text) => text },
      places.join(", "),
    ]),
    style,
  );
}
