/** A reporter: names each test that passed only when it was tried again, and why it had failed. It is to be mended. */
import type { Reporter, TestCase } from "vitest/node";

export const triedAgain: Reporter = {
  onTestCaseResult(test: TestCase) {
    if (!test.diagnostic()?.flaky) return;
    const [error] = test.result().errors ?? [];
    const why = error?.message.split("\n")[0] ?? "no error is known";
    console.log(`tried again: ${test.module.relativeModuleId} > ${test.fullName}: ${why}`);
  },
};
