/** The fields of the API's answers, from its schemas; loaded only to list their names. */
import { shapes } from "../../api/routes/forms.ts";
import type { ResourceKind } from "../../core/model/model.ts";

export const fieldsOf = (kind: ResourceKind): string[] => Object.keys(shapes[kind].properties);
