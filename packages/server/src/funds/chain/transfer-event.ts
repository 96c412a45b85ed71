/**
 * How a log of Ethereum names the event `Transfer(address,address,uint256)`, by which every token reports its transfers
 * (ERC-20).
 */
export const transferEvent = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
