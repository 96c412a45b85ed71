const finalText = 0x81;
/** A length of up to 125 stands in the second byte; 126 and 127 there announce two or eight bytes of it. */
const shortMax = 125;
const mediumMax = 0xffff;

/**
 * A text message as a server puts it on the wire (RFC 6455, section 5.2): final, unmasked, uncompressed. Made once and
 * written to every socket as it is; `ws` would make a header for each socket anew.
 */
export function textFrame(text: string): Buffer {
  const length = Buffer.byteLength(text);
  const headerLength = length <= shortMax ? 2 : length <= mediumMax ? 4 : 10;
  const frame = Buffer.allocUnsafe(headerLength + length);
  frame[0] = finalText;
  if (length <= shortMax) frame[1] = length;
  else if (length <= mediumMax) {
    frame[1] = 126;
    frame.writeUInt16BE(length, 2);
  } else {
    frame[1] = 127;
    frame.writeBigUInt64BE(BigInt(length), 2);
  }
  frame.write(text, headerLength);
  return frame;
}
