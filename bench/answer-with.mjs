/** The next message of a process that has this key. `what` names the process, should it end before. */
export function answerWith(child, key, what) {
  return new Promise((resolve, reject) => {
    const hear = (message) => {
      if (!(key in message)) return;
      child.off('message', hear);
      child.off('exit', fail);
      resolve(message[key]);
    };
    const fail = (code) => reject(new Error(`${what} ended with ${code}`));
    child.on('message', hear);
    child.on('exit', fail);
  });
}
