export const fuzzHttp = async (_: object): Promise<number> => 0;
