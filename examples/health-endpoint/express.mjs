// The health endpoint of node.mjs in Express.
import express from "express";
import { latestReport } from "./node.mjs";

const app = express();
app.get("/health", (_request, response) => {
  const { status, report } = latestReport();
  response.status(status).set("cache-control", "no-store").json(report);
});

const server = app.listen(Number(process.env.PORT ?? 8090), "127.0.0.1", () => {
  console.log(`http://127.0.0.1:${server.address().port}/health`);
});
