/** The sections and systems of a status page as fields of its form. Buttons send the form, so that no script is needed. Pure. */
import type { Sections, System } from "../../core/status/status-page.ts";
import { plural } from "../../core/text/plural.ts";
import { lookOf, monitorStatuses, toneOf, type Status } from "../../core/model/status.ts";
import { stateAs, stateWord } from "../components/state.ts";
import { html, type Html } from "../html.ts";
import { icon, type Icon } from "../icons.ts";

/** A monitor or a group that a system stands for, as the editor shows it. */
export interface EditedTarget {
  /** As an input has it: `hc:ID`. */
  reference: string;
  title: string;
  /** null: of a group, or deleted since then. */
  status: Status | null;
}

export interface EditorModel {
  sections: Sections;
  /** The targets of a system. */
  targetsOf: (system: System) => readonly EditedTarget[];
  /** The labels that the inputs offer. */
  labels: readonly string[];
  /** An input whose text is not the title of one target, and the references and labels of those that it can be. */
  unclear: {
    name: string;
    text: string;
    targets: readonly { reference: string; label: string }[];
  } | null;
  faults: readonly { field: string; message: string }[];
  /** The section in which a button was pressed. */
  pressed: number | null;
}

/** Sections of a page with more systems are folded at first: each row is work for eyes and thumb. */
const mostOpen = 12;

const press = (value: string, label: string, shape: Icon): Html =>
  html`<button class="btn plain icon slim" name="move" value="${value}" aria-label="${label}">
    ${icon(shape)}
  </button>`;

const moves = (at: string, name: string, isFirst: boolean, isLast: boolean): Html =>
  html`<span class="acts"
    >${isFirst ? null : press(`${at}.up`, `Move ${name} up`, "above")}${isLast ? null : press(`${at}.down`, `Move ${name} down`, "below")}${press(`${at}.drop`, `Remove ${name} from the page`, "cross")}</span
  >`;

export const systemsEditor = (model: EditorModel): Html =>
  html`<div id="sections" class="stack">
    ${
      model.faults.length === 0
        ? null
        : html`<p class="err">
            ${icon("down")}<span>${model.faults.map(({ message }) => message).join("; ")}</span>
          </p>`
    }
    ${model.sections.map((section, i) => sectionPart(model, section, i))}
    <div class="acts">
      <button class="btn" name="move" value="s.add">${icon("plus")}New section</button>
      <button class="btn" name="preview" value="true" formtarget="_blank">Preview</button>
    </div>
    <datalist id="targets">
      ${model.labels.map((label) => html`<option value="${label}"></option>`)}
    </datalist>
  </div>`;

function sectionPart(model: EditorModel, { title, systems }: Sections[number], i: number): Html {
  const at = `s.${i}`;
  const name = title === "" ? `section ${i + 1}` : `section ${title}`;
  return html`<fieldset class="esec">
    <legend class="unseen">${name}</legend>
    <span class="push">${moves(at, name, i === 0, i === model.sections.length - 1)}</span>
    <details id="section-${i}" ${isOpen(model, i) ? html`open` : null}>
      <summary class="eh">
        ${icon("chev", "chev")}<b><bdi>${title === "" ? `Section ${i + 1}` : title}</bdi></b>
        <span class="quiet small">${plural(systems.length, "system")}</span
        >${worstOf(model, systems)}
      </summary>
      <div class="eadd head">
        <label for="${at}.title">Heading<span class="unseen"> of section ${i + 1}</span></label>
        <input
          class="in strong"
          id="${at}.title"
          name="${at}.title"
          value="${title}"
          maxlength="100"
          placeholder="Heading"
        />
      </div>
      <ul>
        ${systems.map((system, j) => systemPart(model, system, `${at}.y.${j}`, j === 0, j === systems.length - 1))}
      </ul>
      ${adding(model, at, {
        label: `Monitor or group to add to ${name}`,
        placeholder: "Monitor or group",
        button: `Add to ${name}`,
        chosenAt: at,
      })}
    </details>
  </fieldset>`;
}

function isOpen({ sections, unclear, faults, pressed }: EditorModel, i: number): boolean {
  const all = sections.reduce((sum, { systems }) => sum + systems.length, 0);
  return (
    all <= mostOpen ||
    faults.length > 0 ||
    pressed === i ||
    sections[i]!.systems.length === 0 ||
    (unclear?.name.startsWith(`s.${i}.`) ?? false)
  );
}

const isTroubled = (status: Status): boolean => ["bad", "warn"].includes(toneOf(status));

/** The states in a section that are not well, while it is folded; null: all are well. */
function worstOf({ targetsOf }: EditorModel, systems: readonly System[]): Html | null {
  const states = systems.flatMap((one) => targetsOf(one).map(({ status }) => status));
  const failing = monitorStatuses.filter(isTroubled).flatMap((status) => {
    const count = states.filter((one) => one === status).length;
    return count === 0
      ? []
      : [stateAs(lookOf(status), `${count} ${stateWord(status).toLowerCase()}`)];
  });
  return failing.length === 0 ? null : html`<span class="worst">${failing}</span>`;
}

/** The field for a monitor or a group, with its button. `chosenAt`: as of `unclearNote`. */
function adding(
  model: EditorModel,
  at: string,
  texts: { label: string; placeholder: string; button: string; chosenAt: string | null },
): Html {
  const name = `${at}.add`;
  return html`<div class="eadd">
      <label class="unseen" for="${name}">${texts.label}</label>
      <input
        class="in"
        id="${name}"
        name="${name}"
        list="targets"
        autocomplete="off"
        placeholder="${texts.placeholder}"
        value="${unclearText(model, name)}"
      />
      <button class="btn" name="move" value="${name}">${texts.button}</button>
    </div>
    ${unclearNote(model, name, texts.chosenAt)}`;
}

const unclearText = ({ unclear }: EditorModel, name: string): string =>
  unclear?.name === name ? unclear.text : "";

/** Why a typed text was not added, and the targets that it can mean. `at`: where a chosen one goes; null: nowhere. */
function unclearNote({ unclear }: EditorModel, name: string, at: string | null): Html | null {
  if (unclear?.name !== name) return null;
  const { text, targets } = unclear;
  return html`<div class="eadd note warn" role="alert">
    <p>
      ${
        targets.length === 0
          ? html`No monitor or group has “${text}” in its title.`
          : html`Several have “${text}” in their titles:`
      }
    </p>
    ${
      at === null
        ? targets.map(({ label }) => html`<p><bdi>${label}</bdi></p>`)
        : html`<p class="acts">
            ${targets.map(
              ({ reference, label }) =>
                html`<button class="btn slim" name="move" value="${at}.pick.${reference}">
                  <bdi>${label}</bdi>
                </button>`,
            )}
          </p>`
    }
  </div>`;
}

function systemPart(
  model: EditorModel,
  system: System,
  at: string,
  isFirst: boolean,
  isLast: boolean,
): Html {
  const { name, description } = system;
  const targets = model.targetsOf(system);
  const shown = name === "" ? "this system" : name;
  return html`<li class="erow">
    <div>
      <label class="unseen" for="${at}.name">Shown name of ${shown}</label>
      <input class="in" id="${at}.name" name="${at}.name" value="${name}" maxlength="100" />
    </div>
    <div class="src">
      ${targets.map(({ reference }) => html`<input type="hidden" name="${at}.ref" value="${reference}" />`)}
      ${
        targets.length === 0
          ? html`<span class="quiet">stands for no monitor: not shown</span>`
          : html`${stateOf(targets[0]!)}<span class="quiet"
                ><bdi>${targets[0]!.title}</bdi>${
                  targets.length === 1 ? null : ` + ${targets.length - 1} more`
                }</span
              >`
      }
    </div>
    ${moves(at, shown, isFirst, isLast)}
    <details class="eparts" ${model.unclear?.name === `${at}.add` ? html`open` : null}>
      <summary class="quiet small">
        ${icon("chev", "chev")}Parts<span class="unseen"> and description of ${shown}</span>
      </summary>
      <ul>
        ${targets.map(
          ({ reference, title }) =>
            html`<li>
              <label class="tick"
                ><input type="checkbox" name="${at}.without" value="${reference}" /> Remove
                <bdi>${title}</bdi></label
              >
            </li>`,
        )}
      </ul>
      ${adding(model, at, {
        label: `Monitor or group that ${shown} stands for, too`,
        placeholder: "Another monitor or group",
        button: "Change parts",
        chosenAt: null,
      })}
      <div class="fld">
        <label for="${at}.description">Line below the name <span class="opt">optional</span></label>
        <input
          class="in"
          id="${at}.description"
          name="${at}.description"
          value="${description ?? ""}"
          maxlength="100"
        />
      </div>
    </details>
  </li>`;
}

const stateOf = ({ status }: EditedTarget): Html | null =>
  status === null ? null : stateAs(lookOf(status), stateWord(status));
