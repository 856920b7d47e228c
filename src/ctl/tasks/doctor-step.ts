/** One step of `doctor`, and its result. */
import type { ExitCode } from "../call/exit.ts";

export interface DoctorStep {
  name: string;
  state: "ok" | "warning" | "failed" | "skipped";
  detail: string;
  /** How to fix it; null: no fix is needed. */
  fix: string | null;
  /** The guide about it, for `monitorctl guide`; null: none. */
  guide: string | null;
  /** The exit code when this is the first step that failed. */
  exit: ExitCode;
  /** Why pages do not arrive, as the end of a sentence; null: they do, as far as this step shows. */
  stopsPages: string | null;
  /** `stopsPages` holds for one alert group, while others can be paged. */
  ofOneGroup: boolean;
}

export type StepResult = Pick<DoctorStep, "state" | "detail"> & Partial<DoctorStep>;
