import { constants, deflateRawSync } from 'node:zlib';

const finalText = 0x81;
/** The first of the bits that are kept for extensions: RFC 7692 says by it that a message is compressed. */
const compressed = 0x40;
/** A length of up to 125 is in the second byte; 126 and 127 there announce two or eight bytes of it. */
const shortMax = 125;
const mediumMax = 0xffff;
/** How an empty block ends, which every message of RFC 7692 leaves out and its reader puts back. */
const tailLength = 4;

/**
 * A text message as a server puts it on the wire (RFC 6455, section 5.2): final, unmasked, uncompressed. Made once and
 * written to every socket as it is; `ws` would make a header for each socket anew.
 */
export function textFrame(text: string): Buffer {
  return framed(finalText, Buffer.from(text));
}

/**
 * The same compressed (RFC 7692, section 7). `read` is what its readers have read last of what was compressed, to the byte:
 * repeated text is encoded as a reference to its position there.
 */
export function deflatedFrame(text: string, read?: Buffer): Buffer {
  const options = { level: constants.Z_BEST_COMPRESSION, memLevel: 9, finishFlush: constants.Z_SYNC_FLUSH };
  const bytes = deflateRawSync(text, read === undefined ? options : { ...options, dictionary: read });
  return framed(finalText | compressed, bytes.subarray(0, -tailLength));
}

function framed(first: number, content: Buffer): Buffer {
  const { length } = content;
  const headerLength = length <= shortMax ? 2 : length <= mediumMax ? 4 : 10;
  const frame = Buffer.allocUnsafe(headerLength + length);
  frame[0] = first;
  if (length <= shortMax) frame[1] = length;
  else if (length <= mediumMax) {
    frame[1] = 126;
    frame.writeUInt16BE(length, 2);
  } else {
    frame[1] = 127;
    frame.writeBigUInt64BE(BigInt(length), 2);
  }
  content.copy(frame, headerLength);
  return frame;
}
