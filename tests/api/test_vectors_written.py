"""Vectors go to Postgres as text, and are there what an array of the same numbers would be."""

import random

import numpy as np

from app.memories.halves import written
from app.tenants.identity import DEFAULT_TENANT
from tests.client import Client

ODD = [0.0, -0.0, 1e-8, 6.1e-5, -6.0e-8, 0.33325195, 0.1, 2 / 3, 65504.0, -1.0009765625, 1.00048828125, 5.9604645e-08]


async def test_a_vector_written_out_is_the_same_to_the_last_bit(client: Client) -> None:
    chance = random.Random(3)
    drawn = [[chance.gauss(0, scale) for _ in range(64)] for scale in (1e-7, 1e-4, 0.04, 1, 900)]
    for vector in (ODD, *(np.asarray(one, dtype=np.float32).tolist() for one in drawn)):
        async with client.service.database.read(DEFAULT_TENANT) as db:
            same = await db.fetch_value(
                "SELECT halfvec_send($1::text::halfvec) = halfvec_send($2::float4[]::halfvec)", written(vector), vector
            )
        assert same, vector
