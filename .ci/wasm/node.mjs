// Runs a WebAssembly program whose only import is the `fd_write` of WASI.
import fs from 'node:fs';

const module = new WebAssembly.Module(fs.readFileSync(process.argv[2]));
const fd_write = (file, parts, count, written) => {
  const view = new DataView(instance.exports.memory.buffer);
  let total = 0;
  for (let index = 0; index < count; index++) {
    const start = view.getUint32(parts + 8 * index, true), size = view.getUint32(parts + 8 * index + 4, true);
    fs.writeSync(file, new Uint8Array(view.buffer, start, size));
    total += size;
  }
  view.setUint32(written, total, true);
  return 0;
};
const instance = new WebAssembly.Instance(module, { wasi_snapshot_preview1: { fd_write } });
instance.exports._start();
