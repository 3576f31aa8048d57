// Tries each file that is named in a thread of its own: a process for each costs twice as much.

import { Worker } from "node:worker_threads";

for (const path of process.argv.slice(2)) {
  const trying = new Worker(path);
  const code = await new Promise((ended) => {
    trying.on("error", (failure) => (console.error(failure), ended(1)));
    trying.on("exit", ended);
  });
  if (code !== 0) process.exitCode = 1;
}
