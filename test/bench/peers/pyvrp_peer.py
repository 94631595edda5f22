"""`python pyvrp_peer.py INSTANCE SECONDS`: PyVRP in the comparison; prints its plan, or what it cannot express."""
import json
import sys

import numpy
from pyvrp import Client, Depot, Location, ProblemData, Shipment, VehicleType, solve
from pyvrp.stop import MaxRuntime

instance = json.load(open(sys.argv[1]))
jobs, vehicles, reloads = instance["jobs"], instance["vehicles"], instance["reloads"]
if any("pause" in vehicle for vehicle in vehicles):
    json.dump({"cannot": "breaks"}, sys.stdout)
    sys.exit()

FAR = 10_000_000
LEAVING_OUT = 100_000_000
depot = vehicles[0]["depot"]
distances = numpy.array(instance["distances"], dtype=numpy.int64)
durations = numpy.array(instance["durations"], dtype=numpy.int64)

# Each location is used by one stop, or by the depot. A vehicle without a skill is kept away by ways that are too far.
profiles = sorted({tuple(vehicle["skills"]) for vehicle in vehicles})
distanceOf, durationOf = [], []
for skills in profiles:
    far, long = distances.copy(), durations.copy()
    for job in jobs:
        if not set(job["skills"]) <= set(skills):
            for stop in [job["stop"], job.get("pickup")]:
                if stop:
                    far[:, stop["location"]] = FAR
                    long[:, stop["location"]] = FAR
    numpy.fill_diagonal(far, 0)
    numpy.fill_diagonal(long, 0)
    distanceOf.append(far)
    durationOf.append(long)

clients, clientJob, shipments, shipmentJob = [], [], [], []
for number, job in enumerate(jobs):
    stop = job["stop"]
    early, late = stop["window"]
    if job["kind"] == "pair":
        pickup = job["pickup"]
        shipments.append(
            Shipment(
                pickup["location"],
                stop["location"],
                pickup_tw_early=pickup["window"][0],
                pickup_tw_late=pickup["window"][1],
                pickup_service_duration=pickup["service"],
                delivery_tw_early=early,
                delivery_tw_late=late,
                delivery_service_duration=stop["service"],
                amount=job["load"],
                prize=LEAVING_OUT,
                required=False,
            )
        )
        shipmentJob.append(number)
        continue
    load = {"delivery": job["load"]} if job["kind"] == "delivery" else {"pickup": job["load"]}
    clients.append(
        Client(
            stop["location"],
            service_duration=stop["service"],
            tw_early=early,
            tw_late=late,
            prize=LEAVING_OUT,
            required=False,
            **load,
        )
    )
    clientJob.append(number)
types = [
    VehicleType(
        num_available=1,
        capacity=vehicle["capacity"],
        start_depot=0,
        end_depot=0,
        fixed_cost=vehicle["fixed"],
        tw_early=vehicle["shift"][0],
        tw_late=vehicle["shift"][1],
        profile=profiles.index(tuple(vehicle["skills"])),
        **({"reload_depots": [0]} if reloads else {}),
    )
    for vehicle in vehicles
]
data = ProblemData(
    [Location(0, 0) for _ in distances],
    clients,
    [Depot(depot)],
    types,
    distanceOf,
    durationOf,
    [],
    shipments,
)
best = solve(data, MaxRuntime(float(sys.argv[2])), seed=1, display=False).best
routes = []
for route in best.routes():
    found = []
    for step in list(route.schedule())[1:-1]:
        if step.is_depot():
            found.append({"kind": "reload"})
        elif step.is_client():
            number = clientJob[step.idx]
            found.append({"job": number, "kind": "pickup" if jobs[number]["kind"] == "pickup" else "delivery"})
        else:
            number = shipmentJob[step.idx]
            found.append({"job": number, "kind": "pickup" if step.is_pickup() else "delivery"})
    routes.append({"vehicle": route.vehicle_type(), "visits": found})
json.dump({"routes": routes}, sys.stdout)
