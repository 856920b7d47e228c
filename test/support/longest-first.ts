/**
 * The order of test files. Vitest begins with the largest, and these are small and long: begun last, one of them
 * would keep the whole run waiting while all other workers are idle.
 */
import { BaseSequencer, type TestSpecification } from "vitest/node";

const long = [
  "test/dashboard/journey",
  "test/postgres/chaos",
  "test/postgres/failures",
  "test/store/sqlite",
  "test/stories/moved-clock",
  "test/stories/kill",
  "test/daemon/commands",
  "test/examples-live",
  "test/stories/first-start",
  "test/stories/disk",
  "test/stories/failing-disk",
  "test/stories/every-route",
  "test/examples",
  "test/stories/heartbeat",
  "test/stories/push-failures",
  "test/ctl/round-trip",
  "test/http/worst-bodies",
  "test/ctl/declare",
  "test/stories/year",
  "test/dashboard/phone",
  "test/http/api-document",
  "test/daemon/backup",
  "test/daemon/secrets",
  "test/alertmanager",
  "test/demo",
].map((name) => `/${name}.test.ts`);

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const index = long.findIndex((name) => moduleId.endsWith(name));
      return index < 0 ? long.length : index;
    };
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b));
  }
}
