// A health endpoint in Next.js: app/health/route.ts. Add checks; one that throws has crashed.
import { statfs } from "node:fs/promises";

export const dynamic = "force-dynamic";

const checks: Record<string, () => Promise<{ status: string; shortSummary: string }>> = {
  disk: async () => {
    const { blocks, bavail } = await statfs("/");
    const used = Math.round(100 * (1 - bavail / blocks));
    return {
      status: used >= 95 ? "failed" : used >= 80 ? "warning" : "ok",
      shortSummary: `${used} %`,
    };
  },
};

export async function GET() {
  const checkResults = await Promise.all(
    Object.entries(checks).map(async ([name, check]) => {
      try {
        return { name, ...(await check()) };
      } catch (error) {
        return { name, status: "crashed", notificationMessage: String(error) };
      }
    }),
  );
  return Response.json({ finishedAt: Math.floor(Date.now() / 1000), checkResults });
}
